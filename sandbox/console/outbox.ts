import { Router } from 'express';
import * as z from 'zod';
import type { ConsoleContext } from '#sandbox/console/context.ts';
import { formatMoment, layout } from '#sandbox/console/layout.ts';
import { type Html, html } from '#sandbox/page.ts';

/** The mail service's own answer to `GET /_control/outbox` (docs/running.md). */
const outbox = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      from: z.unknown(),
      to: z.unknown(),
      subject: z.string().nullish(),
      text: z.string().nullish(),
      html: z.string().nullish(),
      headers: z.unknown(),
    }),
  ),
});

type Mail = z.infer<typeof outbox>['messages'][number];

/** Mails, newest first, as the sandboxed mail service took them. */
export function outboxRoutes({ vendors }: ConsoleContext): Router {
  const router = Router();
  const ses = vendors.find(({ vendor }) => vendor.name === 'ses');

  router.get('/outbox', async (req, res) => {
    const mails = await readOutbox(ses?.url);
    const rows = mails.map(
      (mail) => html`<tr>
        <td class="num">${formatMoment(mail.at)}</td>
        <td>${addresses(mail.to)}</td>
        <td><a href="/outbox/${encodeURIComponent(mail.id)}">${mail.subject || '(no subject)'}</a></td>
      </tr>`,
    );
    const content =
      rows.length === 0
        ? html`<div class="panel pad soft">${ses ? 'No mail was sent yet.' : 'The mail service is not sandboxed.'}</div>`
        : html`<div class="panel"><table>
            <thead><tr><th>Sent (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows}</tbody>
          </table></div>`;
    const lead = 'Every mail the mail service accepted, newest first. None of them left this machine.';
    res.send(layout({ title: 'Outbox', lead, path: req.path, content }));
  });

  router.get('/outbox/:id', async (req, res, next) => {
    const mail = (await readOutbox(ses?.url)).find(({ id }) => id === req.params.id);
    if (mail) res.send(layout({ title: mail.subject || '(no subject)', path: req.path, content: mailView(mail) }));
    else next();
  });

  router.get('/outbox/:id/html', async (req, res, next) => {
    const mail = (await readOutbox(ses?.url)).find(({ id }) => id === req.params.id);
    if (!mail?.html) return next();
    const policy =
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    res.set({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' });
    return res.type('html').send(`<base target="_blank" rel="noopener">${mail.html}`);
  });

  return router;
}

async function readOutbox(sesUrl: string | undefined): Promise<Mail[]> {
  if (sesUrl === undefined) return [];
  const answer = await fetch(`${sesUrl}/_control/outbox`);
  return outbox.parse(await answer.json()).messages;
}

function mailView(mail: Mail): Html {
  return html`
    <div class="panel pad"><dl>
      <dt>From</dt><dd>${addresses(mail.from)}</dd>
      <dt>To</dt><dd>${addresses(mail.to)}</dd>
      <dt>Sent</dt><dd>${formatMoment(mail.at)} UTC</dd>
    </dl></div>
    ${
      mail.html &&
      html`<h2>As HTML</h2>
      <div class="panel"><iframe class="mail" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="/outbox/${encodeURIComponent(mail.id)}/html"></iframe></div>`
    }
    ${mail.text && html`<h2>As text</h2><pre>${mail.text}</pre>`}
    <h2>Headers</h2><pre>${headerLines(mail.headers)}</pre>`;
}

/** Headers come as `{name: value}` or as a list of `{key|name, value}`. */
function headerLines(headers: unknown): string {
  const pairs = z.array(z.object({ key: z.string().optional(), name: z.string().optional(), value: z.string() }));
  const list = pairs.safeParse(headers);
  if (list.success) return list.data.map(({ key, name, value }) => `${name ?? key}: ${value}`).join('\n');
  const record = z.record(z.string(), z.unknown()).safeParse(headers);
  const entries = Object.entries(record.data ?? {});
  return entries
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

/** Addresses come as text, as a list, or as `{name, address}`. */
function addresses(value: unknown): string {
  if (Array.isArray(value)) return value.map(addresses).join(', ');
  if (typeof value === 'string') return value;
  const person = z.object({ name: z.string().nullish(), address: z.string() }).safeParse(value);
  if (!person.success) return '';
  return person.data.name ? `${person.data.name} <${person.data.address}>` : person.data.address;
}

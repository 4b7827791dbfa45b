import { Router } from 'express';
import * as z from 'zod';
import { type ConsoleContext, postControl, urlOf } from '#sandbox/console/context.ts';
import { formatMoment, layout, table, tabs } from '#sandbox/console/layout.ts';
import { type Html, html } from '#sandbox/page.ts';

/** The response of `GET /_control/outbox` (docs/running.md). */
const outbox = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string().nullable(),
      html: z.string().nullable(),
      headers: z.record(z.string(), z.string()),
      raw: z.string(),
    }),
  ),
});
type Mail = z.infer<typeof outbox>['messages'][number];

const views = { html: 'As HTML', phone: 'On a phone', text: 'As text', headers: 'Headers', raw: 'Raw' } as const;
const viewQuery = z.object({
  view: z.enum(['html', 'phone', 'text', 'headers', 'raw']).optional(),
  told: z.enum(['bounce', 'complaint']).optional(),
  status: z.coerce.number().optional(),
});
const listQuery = z.object({ to: z.string().default('') });
const notifyForm = z.object({ type: z.enum(['bounce', 'complaint']) });
const notified = z.object({ status: z.number() });

/** Serves the emails accepted by the sandboxed SES, newest first. Each can be made to bounce or be reported as spam. */
export function outboxRoutes(context: ConsoleContext): Router {
  const router = Router();
  const ses = urlOf(context, 'ses');
  const find = async (id: string) => (await readOutbox(context)).find((mail) => mail.id === id);

  router.get('/outbox', async (req, res) => {
    const { to } = listQuery.parse(req.query);
    const searched = to.toLowerCase();
    const mails = (await readOutbox(context)).filter((mail) =>
      mail.to.some((address) => address.toLowerCase().includes(searched)),
    );
    const content = html`<form class="row" method="get" action="/outbox" role="search">
        <label>To <input class="wide" type="search" name="to" value="${to}" placeholder="sam@harborline.test"></label>
        <button class="quiet">Filter</button></form><br>
      ${table(['Sent (UTC)', 'To', 'Subject'], mails.map(mailRow), ses ? 'No matching emails.' : 'The email service is not sandboxed.')}`;
    const lead = 'Every email that SES accepted, newest first. They all stayed on this machine.';
    res.send(layout({ title: 'Outbox', lead, path: req.path, content }));
  });

  router.get('/outbox/:id', async (req, res, next) => {
    const mail = await find(req.params.id);
    if (!mail) return next();
    const { view = mail.html === null ? 'text' : 'html', told, status } = viewQuery.parse(req.query);
    const content = html`${told !== undefined && html`<p class="note" role="status">${toldText(told, status ?? 0)}</p>`}
      ${envelope(mail)}
      ${tabs(
        'Email view',
        Object.entries(views).map(([name, text]) => ({ href: `?view=${name}`, text, isCurrent: name === view })),
      )}
      ${body(mail, view)}`;
    return res.send(layout({ title: mail.subject || '(no subject)', path: req.path, content }));
  });

  router.get('/outbox/:id/html', async (req, res, next) => {
    const mail = await find(req.params.id);
    if (!mail?.html) return next();
    const policy =
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    res.set({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' });
    return res.type('html').send(`<base target="_blank" rel="noopener">${mail.html}`);
  });

  router.post('/outbox/:id/notify', async (req, res, next) => {
    const mail = await find(req.params.id);
    if (!mail || ses === undefined) return next();
    const { type } = notifyForm.parse(req.body);
    const { status } = notified.parse(await postControl(ses, 'notify', { messageId: mail.id, type }));
    return res.redirect(303, `/outbox/${encodeURIComponent(mail.id)}?told=${type}&status=${status}`);
  });

  return router;
}

/** Returns the emails in the outbox, newest first; empty if SES is not sandboxed. */
export async function readOutbox(context: ConsoleContext): Promise<Mail[]> {
  const url = urlOf(context, 'ses');
  if (url === undefined) return [];
  const answer = await fetch(`${url}/_control/outbox`);
  return outbox.parse(await answer.json()).messages;
}

export function mailRow(mail: Mail): Html {
  return html`<tr>
    <td class="num">${formatMoment(mail.at)}</td>
    <td>${mail.to.join(', ')}</td>
    <td><a href="/outbox/${encodeURIComponent(mail.id)}">${mail.subject || '(no subject)'}</a></td>
  </tr>`;
}

function envelope(mail: Mail): Html {
  return html`<div class="panel pad"><dl>
      <dt>From</dt><dd>${mail.headers.from ?? mail.from}</dd>
      <dt>To</dt><dd>${mail.to.join(', ')}</dd>
      <dt>Sent</dt><dd>${formatMoment(mail.at)} UTC</dd>
    </dl><br>
    <form class="row" method="post" action="/outbox/${encodeURIComponent(mail.id)}/notify">
      <button class="quiet" name="type" value="bounce">Bounce this email</button>
      <button class="quiet" name="type" value="complaint">Report as spam</button>
    </form></div>`;
}

function toldText(type: 'bounce' | 'complaint', status: number): string {
  const what = type === 'bounce' ? 'the email bounced' : 'the email was reported as spam';
  return status === 0
    ? `Foreword could not be notified that ${what}.`
    : `Foreword was notified that ${what} and responded with ${status}.`;
}

function body(mail: Mail, view: keyof typeof views): Html {
  if (view === 'text') return html`<pre class="whole">${mail.text ?? 'This email has no text part.'}</pre>`;
  if (view === 'raw') return html`<pre class="whole">${mail.raw}</pre>`;
  if (view === 'headers') {
    const lines = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`);
    return html`<pre class="whole">${lines.join('\n')}</pre>`;
  }
  if (mail.html === null) return html`<p class="soft">This email has no HTML part.</p>`;
  return html`<div class="panel ${view === 'phone' && 'phone'}"><iframe class="mail" title="The email as HTML"
    sandbox="allow-popups allow-popups-to-escape-sandbox" src="/outbox/${encodeURIComponent(mail.id)}/html"></iframe></div>`;
}

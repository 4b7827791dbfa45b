import { Router } from 'express';
import * as z from 'zod';
import { type ConsoleContext, urlOf } from '#sandbox/console/context.ts';
import { formatMoment, layout } from '#sandbox/console/layout.ts';
import { type ShownLine, slackLines, slackPayload, teamsLines, teamsPayload } from '#sandbox/messages/payloads.ts';
import { pushPayload } from '#sandbox/messages/push-request.ts';
import { type Html, html } from '#sandbox/page.ts';

/** The response of `GET /_control/messages` (docs/running.md). */
const taken = z.object({
  messages: z.array(
    z.discriminatedUnion('kind', [
      z.object({ id: z.string(), at: z.string(), path: z.string(), kind: z.literal('slack'), payload: slackPayload }),
      z.object({ id: z.string(), at: z.string(), path: z.string(), kind: z.literal('teams'), payload: teamsPayload }),
      z.object({ id: z.string(), at: z.string(), path: z.string(), kind: z.literal('push'), payload: pushPayload }),
    ]),
  ),
});
type Message = z.output<typeof taken>['messages'][number];

const titles = { slack: 'Slack', teams: 'Teams', push: 'Web push' } as const;

/** Serves the messages received by the Slack, Teams and web push stand-ins, newest first. */
export function messageRoutes(context: ConsoleContext): Router {
  const router = Router();
  router.get('/messages', async (req, res) => {
    const url = urlOf(context, 'messages');
    const { messages } =
      url === undefined ? { messages: [] } : taken.parse(await (await fetch(`${url}/_control/messages`)).json());
    const hint =
      url === undefined
        ? html`<p class="note">Slack, Teams and web push are not sandboxed.</p>`
        : html`<p class="soft">URLs to try: <code>${url}/slack/my-channel</code> and <code>${url}/teams/my-channel</code></p>`;
    const none = html`<div class="panel"><p class="pad soft">No messages yet.</p></div>`;
    const content = html`${hint}${messages.length === 0 ? none : messages.map(messagePanel)}`;
    const lead =
      'Every message that Slack, Teams and the push service accepted, newest first. They all stayed on this machine.';
    res.send(layout({ title: 'Messages', lead, path: req.path, content }));
  });
  return router;
}

function messagePanel(message: Message): Html {
  const lines = linesOf(message);
  return html`<article class="panel pad" style="margin-bottom:16px">
    <p class="soft" style="margin:0">${titles[message.kind]} · ${message.path} · ${formatMoment(message.at)} UTC</p>
    ${lines.map(shownLine)}
  </article>`;
}

function linesOf(message: Message): ShownLine[] {
  if (message.kind === 'slack') return slackLines(message.payload);
  if (message.kind === 'teams') return teamsLines(message.payload);
  const { body, ttl } = message.payload;
  const bytes = Buffer.from(body, 'base64url').length;
  const text = `${bytes} bytes, encrypted for the browser, kept for at most ${ttl} seconds.`;
  return [{ kind: 'line', runs: [{ text }] }];
}

function shownLine({ kind, runs }: ShownLine): Html {
  const words = runs.map(({ text, href, isBold }) => {
    const shown = isBold ? html`<strong>${text}</strong>` : html`${text}`;
    return href === undefined
      ? shown
      : html`<a href="${href}" rel="noopener" style="text-decoration:underline">${shown}</a>`;
  });
  if (kind === 'title') return html`<h2>${words}</h2>`;
  return html`<p style="margin:4px 0">${kind === 'item' && '• '}${words}</p>`;
}

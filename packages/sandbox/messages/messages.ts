import express from 'express';
import * as z from 'zod';
import { createControl } from '#sandbox/control/control.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';
import { fitsTeams, slackPayload, teamsPayload } from './payloads.ts';
import { readPush } from './push-request.ts';

const taken = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['slack', 'teams', 'push']),
  /** The path it was posted to. */
  path: z.string(),
  payload: z.unknown(),
});
export type TakenMessage = z.infer<typeof taken>;
const state = z.object({ messages: z.array(taken) });

/** The vendor, with the data that tests read. */
export type MessagesVendor = Vendor & {
  /** Newest first. */
  messages(): TakenMessage[];
};

/**
 * Receives messages for Slack's incoming webhooks at `/slack/{any}`, Teams workflows at `/teams/{any}` and browsers at
 * `/push/{any}`. `GET /_control/messages` lists them; they survive a restart.
 */
export function createMessages({ clock, store, baseUrl }: VendorOptions): MessagesVendor {
  let { messages } = store.load(state) ?? { messages: [] };
  const keep = (kind: TakenMessage['kind'], path: string, payload: unknown): void => {
    messages.push({ id: crypto.randomUUID(), at: new Date().toISOString(), kind, path, payload });
    store.save({ messages });
  };
  const reset = (): void => {
    messages = [];
    store.save({ messages });
  };
  const newestFirst = () => messages.toReversed();

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const control = createControl({ name: 'messages', clock, reset, errorBody: (status) => ({ body: wordsOf(status) }) });
  app.use(control.router);
  control.own.get('/messages', (_req, res) => {
    res.json({ messages: newestFirst() });
  });

  app.post('/slack/{*any}', (req, res) => {
    const payload = slackPayload.safeParse(req.body);
    if (!payload.success) {
      const isTooLong = payload.error.issues.some(({ message }) => message === 'msg_blocks_too_long');
      return void res
        .status(400)
        .type('text')
        .send(isTooLong ? 'msg_blocks_too_long' : 'invalid_payload');
    }
    keep('slack', req.path, payload.data);
    return void res.type('text').send('ok');
  });
  app.post('/teams/{*any}', (req, res) => {
    const payload = teamsPayload.safeParse(req.body);
    if (!payload.success) {
      return void res.status(400).json({ error: { code: 'BadRequest', message: 'The card could not be posted.' } });
    }
    // A workflow accepts the request before it posts, so the sender never sees a post fail.
    if (fitsTeams(req.body)) keep('teams', req.path, payload.data);
    return void res.status(202).end();
  });
  app.post('/push/{*any}', async (req, res) => {
    const payload = await readPush(req);
    if (typeof payload === 'number') return void res.status(payload).end();
    keep('push', req.path, payload);
    return void res.status(201).location(`${baseUrl}/message/${crypto.randomUUID()}`).end();
  });
  app.use((_req, res) => {
    res.status(404).type('text').send('no_service');
  });
  return { name: 'messages', app, control, reset, messages: newestFirst };
}

/**
 * Returns Slack's error text for a status
 * (https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks).
 */
function wordsOf(status: number): string {
  const words: Record<number, string> = {
    403: 'action_prohibited',
    404: 'channel_not_found',
    410: 'channel_is_archived',
    429: 'rate_limited',
  };
  return words[status] ?? (status >= 500 ? 'rollup_error' : 'invalid_payload');
}

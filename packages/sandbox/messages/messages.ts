import express from 'express';
import * as z from 'zod';
import { createControl } from '#sandbox/control/control.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';
import { slackPayload, teamsBytes, teamsPayload } from './payloads.ts';

const taken = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['slack', 'teams']),
  /** Of the address that it was posted to. */
  path: z.string(),
  payload: z.unknown(),
});
export type TakenMessage = z.infer<typeof taken>;
const state = z.object({ messages: z.array(taken) });

/** The vendor, and what the console shows of it. */
export type MessagesVendor = Vendor & {
  /** Newest first. */
  messages(): TakenMessage[];
};

/**
 * Incoming webhooks: Slack's at `/slack/{any}` and those of Teams workflows at `/teams/{any}`. What was taken is read at `GET /_control/messages`, and
 * survives a restart.
 */
export function createMessages({ clock, store }: VendorOptions): MessagesVendor {
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
    if (!payload.success || Buffer.byteLength(JSON.stringify(req.body)) > teamsBytes) {
      return void res.status(400).json({ error: { code: 'BadRequest', message: 'The card could not be posted.' } });
    }
    keep('teams', req.path, payload.data);
    // A workflow takes the request and posts afterwards.
    return void res.status(202).end();
  });
  app.use((_req, res) => {
    res.status(404).type('text').send('no_service');
  });
  return { name: 'messages', app, control, reset, messages: newestFirst };
}

/** What Slack says in the body of an error (https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks). */
function wordsOf(status: number): string {
  const words: Record<number, string> = {
    403: 'action_prohibited',
    404: 'channel_not_found',
    410: 'channel_is_archived',
    429: 'rate_limited',
  };
  return words[status] ?? (status >= 500 ? 'rollup_error' : 'invalid_payload');
}

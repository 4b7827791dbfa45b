import * as z from 'zod';
import { rawEndpoint } from './http.ts';

/** One message of JSON-RPC; what is in it is the protocol's matter. */
const message = z.looseObject({ jsonrpc: z.literal('2.0') });

export const postMcp = rawEndpoint({
  method: 'post',
  path: '/mcp',
  access: 'subscriber',
  scope: 'read',
  summary: 'Model Context Protocol: the tools list_meetings, get_briefing and request_research',
  description:
    'Streamable HTTP without sessions: each message is sent and answered on its own, in JSON; a batch is refused. Takes an access token; a session does not count. `Accept` names `application/json` and `text/event-stream`. `request_research` needs a token with the scope `write`. Other methods are answered 405. Refusals of the protocol are JSON-RPC errors.',
  example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  body: message,
  answers: {
    200: { description: 'The answer, as JSON-RPC.', contentType: 'application/json', schema: z.unknown() },
    202: { description: 'A notification, which has no answer.' },
    400: {
      description: 'Not JSON, a batch, or no message of the protocol. What the protocol refuses is a JSON-RPC error.',
      contentType: 'application/json',
      schema: z.unknown(),
    },
    406: {
      description: '`Accept` does not name both kinds of answers.',
      contentType: 'application/json',
      schema: z.unknown(),
    },
  },
});

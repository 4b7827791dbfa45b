import * as z from 'zod';
import { rawEndpoint } from './http.ts';

/** A JSON-RPC message; the protocol defines its content. */
const message = z.looseObject({ jsonrpc: z.literal('2.0') });

export const postMcp = rawEndpoint('post /mcp', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Model Context Protocol: the tools list_meetings, get_briefing and request_research',
  description:
    'Streamable HTTP without sessions: each message gets its own JSON response; batches are refused. Requires an access token in the `Authorization` header, not a session; clients that can’t be given one, such as claude.ai and ChatGPT, can’t connect. `Accept` must name `application/json` and `text/event-stream`. `request_research` needs a token with the scope `write`. Other methods get a 405. Protocol errors are JSON-RPC errors.',
  example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  body: message,
  answers: {
    200: { description: 'The JSON-RPC response.', contentType: 'application/json', schema: z.unknown() },
    202: { description: 'Accepted a notification, which gets no response body.' },
    400: {
      description: 'Not JSON, a batch, or not a protocol message. Protocol errors are JSON-RPC errors.',
      contentType: 'application/json',
      schema: z.unknown(),
    },
    406: {
      description: '`Accept` does not name both response types.',
      contentType: 'application/json',
      schema: z.unknown(),
    },
  },
});

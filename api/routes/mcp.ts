import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { createMcpServer } from '#api/mcp-server.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { postMcp } from '#contract/mcp.ts';

/** Nothing is kept from one message to the next, so that any process answers any of them, and no client holds a stream open. */
export function mcpRoute(context: ApiContext): Router {
  return Router()
    .post(postMcp.path, requireSubscription(context), async (request, response) => {
      const server = createMcpServer(context, currentUser(request));
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      response.on('close', () => void server.close());
      await server.connect(transport);
      await transport.handleRequest(request, response, request.body);
    })
    .use(postMcp.path, (_request, response) => {
      const error = { code: -32_000, message: 'Method not allowed: send each message by POST.' };
      response.status(405).set('Allow', 'POST').json({ jsonrpc: '2.0', error, id: null });
    });
}

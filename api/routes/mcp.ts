import { setTimeout as sleep } from 'node:timers/promises';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { RequestHandler, Response } from 'express';
import type { ApiContext } from '#api/context.ts';
import { unauthorized, unavailable } from '#api/errors.ts';
import { createMcpServer } from '#api/mcp-server.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import type { Route } from '#api/route.ts';
import { loadAccess } from '#api/sessions.ts';
import { postMcp } from '#contract/mcp.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';

/** Serves stateless MCP, so that any process can handle any message and no client holds a stream open. */
export const mcpRoute: Route = (router, context) => {
  router.post(postMcp.path, requireToken(context), requireSubscription(context), async (request, response) => {
    // A batch would count as one request, and the protocol no longer has batches.
    if (Array.isArray(request.body)) return refuse(response, 400, -32_600, 'Send one message at a time, not a batch.');
    const server = createMcpServer(context, currentUser(request));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    const finished = new AbortController();
    response.on('close', () => {
      finished.abort();
      void server.close();
    });
    await server.connect(transport);
    const answering = transport.handleRequest(request, response, request.body);
    await Promise.race([answering, giveUpAfter(context.config.mcpAnswerMs, finished.signal)]);
  });
  router.use(postMcp.path, (_request, response) => {
    response.set('Allow', 'POST');
    refuse(response, 405, -32_000, 'Method not allowed: send each message by POST.');
  });
};

/**
 * Lets tools with an access token through. Cookies do not count, so a page cannot make a signed-in browser call tools.
 */
function requireToken(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    const caller = await loadAccess(context, request);
    if (!caller || !('scopes' in caller)) throw unauthorized('Send an access token in the Authorization header.');
    next();
  };
}

function refuse(response: Response, status: number, code: number, message: string): void {
  response.status(status).json({ jsonrpc: '2.0', error: { code, message }, id: null });
}

/** Resolves once the signal aborts. @throws 503 if that takes too long */
async function giveUpAfter(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  throw unavailable(new LoggableError(`An MCP message got no response within ${ms} ms.`));
}

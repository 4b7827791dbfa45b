import type { Server, ServerResponse } from 'node:http';

/**
 * Lets a server shut down gracefully. After `end`, every response, including those in progress, announces that its
 * connection will close: otherwise a client might reuse it and be cut off. Call this function before adding the
 * server's handler.
 */
export function followConnections(server: Server): { end: () => void } {
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  server.on('request', (_request, response) => {
    underWay.add(response);
    if (isEnding) response.shouldKeepAlive = false;
    response.once('close', () => {
      underWay.delete(response);
      // Connections whose response headers were already sent stay open, so they are closed here.
      if (isEnding) server.closeIdleConnections();
    });
  });
  return {
    end: () => {
      isEnding = true;
      for (const response of underWay) response.shouldKeepAlive = false;
      server.closeIdleConnections();
    },
  };
}

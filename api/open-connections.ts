import type { Server, ServerResponse } from 'node:http';

/**
 * Lets a server end in good order. From `end` on every answer, also of requests under way, is the last of its connection and says so: a client that
 * kept sending on it would be cut off in the middle. Call it before the server gets its handler.
 */
export function followConnections(server: Server): { end: () => void } {
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  server.on('request', (_request, response) => {
    underWay.add(response);
    if (isEnding) response.shouldKeepAlive = false;
    response.once('close', () => {
      underWay.delete(response);
      // One whose headers had left before the end began stays open.
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

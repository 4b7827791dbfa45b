import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(z.object({ traceId: z.string(), name: z.string(), attributes: z.array(z.unknown()) })),
        }),
      ),
    }),
  ),
});

export type ReceivedSpan = { traceId: string; name: string; attributes: unknown[] };

/**
 * Starts an OpenTelemetry collector that stores all spans (https://opentelemetry.io/docs/specs/otlp/#otlphttp, JSON).
 */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { resourceSpans } = exported.parse(JSON.parse(Buffer.concat(chunks).toString()));
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The collector is not listening on a port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

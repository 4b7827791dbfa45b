import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { METRICS_CONTENT_TYPE, type Metrics } from '#telemetry/metrics.ts';
import { mayReadMetrics } from '#telemetry/metrics-access.ts';

type Options = {
  host: string;
  /** Null for no status server. */
  port: number | null;
  token: string | null;
  isProduction: boolean;
  metrics: Metrics;
  /** Whether the workers run and the engine responds. */
  isReady: () => Promise<boolean>;
};

/**
 * Serves `/health` (the process is alive), `/ready` (the engine responds) and `/metrics`, which is restricted as in the
 * API.
 *
 * @returns a function that stops the server
 * @throws Error if the port is taken
 */
export async function serveStatus(options: Options): Promise<() => Promise<void>> {
  if (options.port === null) return async () => {};
  const server = createServer((request, response) => void answer(options, request, response));
  server.listen({ host: options.host, port: options.port });
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function answer(options: Options, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const say = (status: number, text: string) =>
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
  switch (request.url) {
    case '/health':
      return void say(200, 'ok');
    case '/ready':
      return void ((await options.isReady()) ? say(200, 'ready') : say(503, 'not connected'));
    case '/metrics': {
      const access = mayReadMetrics(request, options);
      if (access !== 'granted') return void say(access === 'closed' ? 403 : 401, 'METRICS_TOKEN is required');
      const text = await options.metrics.read();
      response.writeHead(200, { 'Content-Type': METRICS_CONTENT_TYPE, 'Cache-Control': 'no-store' }).end(text);
      return;
    }
    default:
      return void say(404, 'not found');
  }
}

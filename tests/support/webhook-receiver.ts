import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

export type Received = { headers: IncomingHttpHeaders; body: string };

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a user's server that records requests and responds as scripted. */
export async function startReceiver(answer: (response: ServerResponse, nth: number) => void = accept) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      answer(response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver is not listening on a port.');
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    port: address.port,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Verifies a delivery like a Standard Webhooks receiver. Returns its payload. @throws if the signature is wrong */
export function verify({ headers, body }: Received, secret: string): unknown {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body, named);
}

function accept(response: ServerResponse): void {
  response.writeHead(204).end();
}

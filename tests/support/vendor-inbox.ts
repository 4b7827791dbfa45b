import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listenOnLoopback } from '#sandbox/start-vendor.ts';

export type Posted = { path: string; headers: Record<string, string>; body: string };

/**
 * Receives vendors' webhooks in place of the product, so that a test can forward them unchanged, repeated or tampered
 * with.
 */
export async function openVendorInbox() {
  const posted: Posted[] = [];
  const server = createServer(async (request, response) => {
    const names = ['content-type', 'x-amz-sns-message-type'];
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        names.includes(name) || name.startsWith('x-goog-') ? [[name, String(value)]] : [],
      ),
    );
    posted.push({ path: request.url ?? '/', headers, body: await text(request) });
    // Microsoft sends a validation request first.
    const validationToken = new URL(request.url ?? '/', 'http://inbox').searchParams.get('validationToken');
    response.setHeader('content-type', 'text/plain').end(validationToken ?? '');
  });
  const url = await listenOnLoopback(server, 0);
  return {
    url,
    /** Removes and returns the latest message. */
    take: (): Posted => {
      const last = posted.pop();
      if (!last) throw new Error('the vendor posted nothing');
      return last;
    },
    close: async () => await close(server),
  };
}

import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Webhook } from 'standardwebhooks';
import { OutcomeUnknownError, VendorError } from '#providers/errors.ts';
import type { OutgoingMessage, RefusalCode, WebhookSender } from './provider.ts';
import { createPublicLookup, NotPublicError, type Resolve, resolveByDns, whyNotWebhookUrl } from './public-address.ts';

const TIMEOUT_MS = 10_000;
const USER_AGENT = 'Foreword-Webhooks/1.0';

/** Definitely not taken. */
export class WebhookRefusedError extends VendorError {
  override name = 'WebhookRefusedError';
  declare readonly code: RefusalCode;
  readonly status: number | null;
  constructor(code: RefusalCode, status: number | null, cause?: unknown) {
    super(code, 'The address did not take the webhook.', { cause });
    this.status = status;
  }
}

type Options = { isLoopbackAllowed: boolean; resolve?: Resolve; timeoutMs?: number };

/**
 * Posts to addresses that users choose: public ones alone, as resolved for that very connection, no redirects, and nothing of the answer but its status is
 * read.
 */
export function createWebhookSender({
  isLoopbackAllowed,
  resolve = resolveByDns,
  timeoutMs = TIMEOUT_MS,
}: Options): WebhookSender {
  const lookup = createPublicLookup(resolve, { isLoopbackAllowed });

  return {
    send: async (message) => {
      if (whyNotWebhookUrl(message.url, { isLoopbackAllowed }) !== null)
        throw new WebhookRefusedError('not_public', null);
      return await post(message);
    },
  };

  async function post({ id, url, secret, body }: OutgoingMessage): Promise<number> {
    const sentAt = new Date();
    const options = {
      method: 'POST',
      // A connection of its own, looked up for it: one from before may lead where the name led then.
      agent: false,
      lookup,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': USER_AGENT,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
      },
    } as const;
    return await new Promise<number>((resolveStatus, reject) => {
      const outgoing = new URL(url).protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
      const hasLeft = watchConnection(outgoing);
      outgoing.on('error', (error) => reject(toRefusal(error, hasLeft())));
      // Nothing else would tell of an address that wants to speak another protocol, nor of a connection that ended in silence.
      outgoing.on('upgrade', ({ statusCode = 101 }, socket) => {
        socket.destroy();
        reject(new WebhookRefusedError('status', statusCode));
      });
      outgoing.on('close', () => reject(toRefusal(new Error('The connection ended without an answer.'), hasLeft())));
      outgoing.on('response', (response) => {
        const { statusCode = 0 } = response;
        // Whatever else it says is not for us to hold.
        response.destroy();
        if (statusCode >= 200 && statusCode < 300) return resolveStatus(statusCode);
        const code = statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status';
        return reject(new WebhookRefusedError(code, statusCode));
      });
      outgoing.end(body);
    });
  }
}

/** Whether the request may have reached its receiver: it leaves once the connection, for https the secured one, is there. */
function watchConnection(outgoing: ClientRequest): () => boolean {
  let isConnected = false;
  outgoing.on('socket', (socket) => {
    const event = 'encrypted' in socket ? 'secureConnect' : 'connect';
    socket.once(event, () => {
      isConnected = true;
    });
  });
  return () => isConnected;
}

/** What the name servers, or their silence, are answered with (https://nodejs.org/api/dns.html#error-codes). */
const NO_NAME = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'ECANCELLED']);

function toRefusal(error: Error, hasLeft: boolean): VendorError {
  if (hasLeft) return new OutcomeUnknownError(error);
  if (error instanceof NotPublicError) return new WebhookRefusedError('not_public', null, error);
  const isUnknownName = 'code' in error && typeof error.code === 'string' && NO_NAME.has(error.code);
  return new WebhookRefusedError(isUnknownName ? 'not_found' : 'unreachable', null, error);
}

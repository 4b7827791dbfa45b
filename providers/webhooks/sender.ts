import { Webhook } from 'standardwebhooks';
import { VendorError, type VendorErrorOptions } from '#providers/errors.ts';
import type { OutgoingMessage, RefusalCode, WebhookSender } from './provider.ts';
import { NotPublicError, whyNotWebhookUrl } from './public-address.ts';
import { createPublicPost, type PostOptions, UnansweredError } from './public-post.ts';

const USER_AGENT = 'Foreword-Webhooks/1.0';
/** Standard Webhooks recommends 15 to 30 s. */
const TIMEOUT_MS = 20_000;

/** The message was not accepted. With `no_answer` it may have arrived. */
export class WebhookRefusedError extends VendorError {
  override name = 'WebhookRefusedError';
  declare readonly code: RefusalCode;
  readonly status: number | null;
  constructor(code: RefusalCode, status: number | null, options?: VendorErrorOptions) {
    super(code, 'The address did not accept the webhook.', options);
    this.status = status;
  }
}

/** Signs events as in Standard Webhooks and posts them to URLs chosen by users. */
export function createWebhookSender(options: PostOptions): WebhookSender {
  const post = createPublicPost({ timeoutMs: TIMEOUT_MS, ...options });

  return {
    send: async (message) => {
      if (whyNotWebhookUrl(message.url, options) !== null) throw new WebhookRefusedError('not_public', null);
      const { status, retryAfterMs } = await post(toPost(message)).catch((error: unknown) => {
        throw error instanceof UnansweredError ? toRefusal(error) : error;
      });
      if (status >= 200 && status < 300) return status;
      throw new WebhookRefusedError(status >= 300 && status < 400 ? 'redirect' : 'status', status, { retryAfterMs });
    },
  };
}

function toPost({ id, url, secret, body }: OutgoingMessage) {
  const sentAt = new Date();
  const headers = {
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  };
  return { url, headers, body };
}

/** Error codes for failed or silent name servers (https://nodejs.org/api/dns.html#error-codes). */
const NO_NAME = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'ECANCELLED']);

function toRefusal({ hasLeft, cause }: UnansweredError): WebhookRefusedError {
  if (hasLeft) return new WebhookRefusedError('no_answer', null, { cause });
  if (cause instanceof NotPublicError) return new WebhookRefusedError('not_public', null, { cause });
  const isUnknownName =
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && NO_NAME.has(cause.code);
  return new WebhookRefusedError(isUnknownName ? 'not_found' : 'unreachable', null, { cause });
}

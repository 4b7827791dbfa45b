import webPush from 'web-push';
import { OutcomeUnknownError, VendorError, type VendorErrorOptions } from '#providers/errors.ts';
import { createPublicPost, type PostOptions, UnansweredError } from '#providers/webhooks/public-post.ts';
import type { PushMessage, PushSender } from './provider.ts';
import { isPushAddress } from './push-address.ts';

/**
 * `gone`: the browser is no longer subscribed (https://www.rfc-editor.org/rfc/rfc8030#section-7.3). 401 and 403 don't
 * mean that: they may be caused by our own key or signature, and then affect every browser.
 */
type RefusalCode = 'gone' | 'not_a_push_host' | 'not_set_up' | 'unreachable' | 'status';

/** Edge's push service refuses 0, and Chrome's more than four weeks. */
const TTL_S = { least: 1, most: 2_419_200 };

/** The message was definitely rejected. */
export class PushRefusedError extends VendorError {
  override name = 'PushRefusedError';
  declare readonly code: RefusalCode;
  readonly status: number | null;
  constructor(code: RefusalCode, status: number | null, options?: VendorErrorOptions) {
    super(code, 'The push service did not accept the message.', options);
    this.status = status;
  }
}

type Options = Omit<PostOptions, 'isLoopbackAllowed'> & {
  /** Null: push is disabled in this installation. */
  vapid: { publicKey: string; privateKey: string; subject: string } | null;
  /** The local stand-in, without a trailing slash; null in production. */
  standInUrl: string | null;
};

/** Encrypts and signs messages to browsers and posts them to the browsers' push services. */
export function createPushSender({ vapid, standInUrl, ...options }: Options): PushSender {
  const post = createPublicPost({ ...options, isLoopbackAllowed: standInUrl !== null });

  return {
    send: async ({ target, payload, ttlS }) => {
      if (vapid === null) throw new PushRefusedError('not_set_up', null);
      if (!isPushAddress(target.endpoint, standInUrl)) throw new PushRefusedError('not_a_push_host', null);
      const { status, retryAfterMs } = await post(prepare({ target, payload, ttlS }, vapid)).catch((error: unknown) => {
        throw toVendorError(error);
      });
      if (status >= 200 && status < 300) return status;
      throw new PushRefusedError(status === 404 || status === 410 ? 'gone' : 'status', status, { retryAfterMs });
    },
  };
}

function prepare({ target, payload, ttlS }: PushMessage, vapidDetails: NonNullable<Options['vapid']>) {
  const { endpoint, p256dh, auth } = target;
  const TTL = Math.min(Math.max(ttlS, TTL_S.least), TTL_S.most);
  const options = { vapidDetails, TTL, contentEncoding: 'aes128gcm', urgency: 'high' } as const;
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
  const headers = Object.fromEntries(
    Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { url: endpoint, headers, body: details.body ?? '' };
}

/** Without a connection, the message cannot have arrived. */
function toVendorError(error: unknown): unknown {
  if (!(error instanceof UnansweredError)) return error;
  const { hasLeft, cause } = error;
  return hasLeft ? new OutcomeUnknownError(cause) : new PushRefusedError('unreachable', null, { cause });
}

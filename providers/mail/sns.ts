import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { VendorUnavailableError } from '#providers/errors.ts';

const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64(),
  SigningCertURL: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
});
export type SnsMessage = z.infer<typeof snsMessage>;

/**
 * The signed fields in order
 * (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html).
 */
const SIGNED_FIELDS = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

const DIGESTS = { '1': 'sha1', '2': 'sha256' } as const;
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32,64}\.pem$/;
const TIMEOUT_MS = 5_000;
/** Amazon changes its certificate about once a year; more than this many point to an attack. */
const MOST_CERTIFICATES = 4;

export type SnsTopic = {
  /**
   * Returns the message if Amazon signed it for this topic, otherwise null.
   * @throws VendorUnavailableError if the certificate cannot be fetched
   */
  verify(body: string): Promise<SnsMessage | null>;
  /**
   * Follows the link of a verified SubscriptionConfirmation.
   * @throws VendorUnavailableError if that fails
   */
  confirm(message: SnsMessage): Promise<void>;
};

/**
 * Verifies messages that an Amazon SNS topic posts to us. Anyone with an Amazon account can get
 * messages signed, so the topic must be our own, and links are followed only on the host of the
 * topic's region.
 *
 * @param options.baseUrl Replaces that host; null for Amazon itself.
 */
export function createSnsTopic({ topicArn, baseUrl }: { topicArn: string; baseUrl: string | null }): SnsTopic {
  const origin = baseUrl === null ? originOf(topicArn) : new URL(baseUrl).origin;
  const keys = new Map<string, KeyObject>();

  async function findKey(path: string): Promise<KeyObject | null> {
    const known = keys.get(path);
    if (known) return known;
    if (keys.size >= MOST_CERTIFICATES) keys.clear();
    const response = await get(new URL(path, origin));
    if (response.status >= 500) throw new VendorUnavailableError();
    if (!response.ok) return null;
    const key = readKey(response.text);
    keys.set(path, key);
    return key;
  }

  return {
    async verify(body) {
      const message = parseMessage(body);
      if (!message || message.TopicArn !== topicArn) return null;
      const certificate = urlOn(origin, message.SigningCertURL);
      if (!certificate || certificate.search !== '' || !CERTIFICATE_PATH.test(certificate.pathname)) return null;
      const key = await findKey(certificate.pathname);
      return key && isSignedBy(key, message) ? message : null;
    },

    async confirm({ SubscribeURL = '' }) {
      const link = urlOn(origin, SubscribeURL);
      if (!link || link.searchParams.get('Action') !== 'ConfirmSubscription') throw new VendorUnavailableError();
      if (!(await get(link)).ok) throw new VendorUnavailableError();
    },
  };
}

/** @throws VendorUnavailableError for anything but a certificate, such as a proxy's error page */
function readKey(pem: string): KeyObject {
  try {
    return new X509Certificate(pem).publicKey;
  } catch (cause) {
    throw new VendorUnavailableError(cause);
  }
}

function parseMessage(body: string): SnsMessage | null {
  try {
    return snsMessage.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null; // not JSON, so not SNS
  }
}

function isSignedBy(key: KeyObject, message: SnsMessage): boolean {
  const text = SIGNED_FIELDS[message.Type]
    .flatMap((name) => (typeof message[name] === 'string' ? `${name}\n${message[name]}\n` : []))
    .join('');
  return verify(DIGESTS[message.SignatureVersion], Buffer.from(text), key, Buffer.from(message.Signature, 'base64'));
}

/** `arn:{partition}:sns:{region}:{account}:{name}` */
function originOf(topicArn: string): string {
  const [, partition, , region] = topicArn.split(':');
  return `https://sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

/** Parses a URL; null if it is not on this origin or has credentials. */
function urlOn(origin: string, text: string): URL | null {
  const url = URL.parse(text);
  const isThere = url !== null && url.origin === origin && url.username === '' && url.password === '';
  return isThere ? url : null;
}

async function get(url: URL): Promise<{ ok: boolean; status: number; text: string }> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (cause) {
    throw new VendorUnavailableError(cause);
  }
}

import { SESClient, SESServiceException, SendRawEmailCommand } from '@aws-sdk/client-ses';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import {
  AccountRejectedError,
  OutcomeUnknownError,
  RateLimitedError,
  RequestRejectedError,
  VendorUnavailableError,
} from '#providers/errors.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import type { MailProvider, OutgoingMail } from './provider.ts';

/** An ASCII address at a verified domain; the name may be empty. */
export type Sender = { name: string; address: string };

export type SesSettings = {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** Null for the vendor itself. */
  baseUrl: string | null;
  from: Sender;
  timeoutMs?: number;
};

/** Giving up early would leave the email's outcome unknown, and a slow service takes up to 25 s to respond. */
export const SES_TIMEOUT_MS = 30_000;

/** Sends through Amazon SES, as raw MIME messages, since its simple call does not allow custom headers. */
export function createSesMail(settings: SesSettings): MailProvider {
  const client = new SESClient({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    ...(settings.baseUrl !== null && { endpoint: settings.baseUrl }),
    // Temporal does the retrying.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: settings.timeoutMs ?? SES_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      // The other end may close a kept connection just as it is used. The email's outcome would then be
      // unknown, and it would not be retried.
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
  });

  return {
    async send(mail, signal) {
      const Data = await compose(mail, settings.from);
      try {
        const { MessageId } = await client.send(
          new SendRawEmailCommand({ Source: settings.from.address, Destinations: [mail.to], RawMessage: { Data } }),
          signal ? { abortSignal: signal } : {},
        );
        if (!MessageId) throw new LoggableError('SES responded without a message id.');
        return { providerMessageId: MessageId };
      } catch (error) {
        throw toVendorError(error);
      }
    },
  };
}

/** Builds the MIME message. @throws RequestRejectedError unless `to` is a single address without header injection */
async function compose({ to, subject, html, text, headers }: OutgoingMail, from: Sender): Promise<Buffer> {
  if (!/^[^\s,;:<>()"\\\p{Cc}]+@[^\s,;:<>()"\\@\p{Cc}]+$/u.test(to)) throw new RequestRejectedError('address_rejected');
  const message = new MailComposer({
    from,
    to: { name: '', address: to },
    subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
    html,
    text,
    headers,
    textEncoding: 'quoted-printable',
  }).compile();
  return await message.build();
}

/**
 * Maps a failure. An error response or a failed connection means that the email was not accepted;
 * after any other failure, the outcome is unknown.
 */
function toVendorError(error: unknown): Error {
  if (error instanceof SESServiceException) return fromAnswer(error);
  if (isErrorAnswer(error) || neverConnected(error)) return new VendorUnavailableError(error);
  return new OutcomeUnknownError(error);
}

/** SES's errors about a single email: its address is invalid, or it is too large. */
const ABOUT_THE_EMAIL = new Set(['InvalidParameterValue', 'ValidationError', 'RequestEntityTooLargeException']);

/**
 * Only an error about the email is final. SES also returns 400 if sending is paused, a domain is not verified or our
 * clock is wrong, and a rejected email would be lost. `MessageRejected` can mean the account or the content, and only
 * its text says which, so it is retried too: if the content is never accepted, retries end at the email's deadline.
 */
function fromAnswer(error: SESServiceException): Error {
  const status = error.$metadata.httpStatusCode ?? 500;
  if (error.name.startsWith('Throttling') || status === 429) return new RateLimitedError(null, error);
  if (status >= 500 || status === 408) return new VendorUnavailableError(error);
  if (ABOUT_THE_EMAIL.has(error.name)) return new RequestRejectedError('mail_refused', error);
  return new AccountRejectedError(error);
}

/**
 * Returns whether an error hides an error response from something other than SES, such as a proxy: the SDK fails to
 * parse such a response and attaches it to the parse error.
 */
function isErrorAnswer(error: unknown): boolean {
  if (!(error instanceof Error) || !('$response' in error)) return false;
  const { $response: response } = error;
  if (typeof response !== 'object' || response === null || !('statusCode' in response)) return false;
  return typeof response.statusCode === 'number' && response.statusCode >= 400;
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return NEVER_CONNECTED.has(code) || error.message.includes('did not establish a connection');
}

import { whyNotChannelAddress } from '#domain/channel-address.ts';
import type { ChannelKind } from '#domain/enumerations.ts';
import { OutcomeUnknownError, RateLimitedError, VendorError, VendorUnavailableError } from '#providers/errors.ts';
import { createPublicPost, type PostOptions, UnansweredError } from '#providers/webhooks/public-post.ts';
import type { ChatMessage, ChatSender } from './provider.ts';
import { fitsSlack, toSlackPayload } from './slack.ts';
import { fitsTeams, toTeamsPayload } from './teams.ts';

const HEADERS = {
  'user-agent': 'Foreword-Messages/1.0',
  // Teams connectors refuse longer messages if the charset is missing.
  'content-type': 'application/json; charset=utf-8',
};
/** Characters of a response to read: a connector's error is a short sentence. */
const READ_CHARACTERS = 512;

/** The message was definitely rejected, and would be again. */
export class ChatRefusedError extends VendorError {
  override name = 'ChatRefusedError';
  declare readonly code: 'not_allowed' | 'gone' | 'refused';
  readonly status: number | null;
  constructor(code: ChatRefusedError['code'], status: number | null) {
    super(code, 'The channel did not accept the message.');
    this.status = status;
  }
}

type Options = Omit<PostOptions, 'isLoopbackAllowed'> & {
  /** The local stand-in for both vendors; null in production. */
  standInUrl: string | null;
};

/** Returns whether the message is within the vendor's size limit. */
export function fitsChannel(kind: ChannelKind, message: ChatMessage): boolean {
  return kind === 'slack' ? fitsSlack(toSlackPayload(message)) : fitsTeams(toTeamsPayload(message));
}

/** Posts to Slack and Teams through incoming webhooks, only to the vendors' own addresses or the local stand-in. */
export function createChatSender({ standInUrl, ...options }: Options): ChatSender {
  const post = createPublicPost({ ...options, isLoopbackAllowed: standInUrl !== null });

  return {
    send: async ({ kind, address, message }) => {
      if (whyNotChannelAddress(kind, address, standInUrl) !== null) throw new ChatRefusedError('not_allowed', null);
      const body = JSON.stringify(payloadOf(kind, message));
      const { status, retryAfterMs, text } = await post(
        { url: address, headers: HEADERS, body },
        READ_CHARACTERS,
      ).catch((error: unknown) => {
        throw error instanceof UnansweredError ? toVendorError(error) : error;
      });
      return judge(connectorStatus(kind, status, text), retryAfterMs);
    },
  };
}

function payloadOf(kind: ChannelKind, message: ChatMessage) {
  return kind === 'slack' ? toSlackPayload(message) : toTeamsPayload(message);
}

/** Returns the actual status: on errors, a Teams connector responds with 200 and gives the status in its text. */
function connectorStatus(kind: ChannelKind, status: number, text: string): number {
  const told = kind === 'teams' && status === 200 ? /returned HTTP error (\d{3})/.exec(text)?.[1] : undefined;
  return told === undefined ? status : Number(told);
}

/** After these, the outcome is unknown: the vendor may have handled the request. */
const GATEWAY_ERRORS = new Set([502, 504]);
const GONE = new Set([404, 410]);

function judge(status: number, retryAfterMs: number | null): number {
  if (status >= 200 && status < 300) return status;
  if (GONE.has(status)) throw new ChatRefusedError('gone', status);
  if (status === 429) throw new RateLimitedError(retryAfterMs);
  if (GATEWAY_ERRORS.has(status)) throw new OutcomeUnknownError();
  if (status >= 500 || status === 408) throw new VendorUnavailableError(undefined, retryAfterMs);
  throw new ChatRefusedError('refused', status);
}

function toVendorError({ hasLeft, cause }: UnansweredError): VendorError {
  return hasLeft ? new OutcomeUnknownError(cause) : new VendorUnavailableError(cause);
}

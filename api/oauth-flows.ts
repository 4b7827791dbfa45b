import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type OauthState, oauthState } from '#contract/auth.ts';
import { type Provider, provider } from '#contract/http.ts';
import type { RedisConnection } from './redis.ts';

/** Time the user has on the consent page. */
const FLOW_SECONDS = 600;
const MAX_FLOWS_PER_SESSION = 20;

const pendingFlow = z.object({
  purpose: z.enum(['login', 'calendar_connect']),
  provider,
  isPopup: z.boolean(),
  /** The path on our site that the browser returns to. */
  returnUrl: z.string(),
  /** For an account the sign-in may create; IANA name. */
  timezone: z.string().nullable().default(null),
  /** For the same account; BCP 47. */
  locale: z.string().nullable().default(null),
  codeVerifier: z.string(),
  oidcNonce: z.string(),
  expiresAt: z.number(),
});
export type PendingFlow = z.infer<typeof pendingFlow>;

const flowsKey = (sessionKey: string) => `oauth-flows:${sessionKey}`;
const ticketKey = (ticket: string) => `oauth-ticket:${ticket}`;

/**
 * Starts an OAuth flow and returns the parameters for the consent page. Only the same browser session can finish it,
 * once, within ten minutes; the provider's code is useless without the verifier kept here.
 */
export async function beginFlow(
  redis: RedisConnection,
  sessionKey: string,
  flow: Pick<PendingFlow, 'purpose' | 'provider' | 'isPopup' | 'returnUrl' | 'timezone' | 'locale'>,
): Promise<{ state: string; nonce: string; codeChallenge: string }> {
  const key = flowsKey(sessionKey);
  const nonce = randomToken();
  const { purpose, provider, isPopup, returnUrl, timezone, locale } = flow;
  const pending: PendingFlow = {
    purpose,
    provider,
    isPopup,
    returnUrl,
    timezone,
    locale,
    codeVerifier: randomToken(),
    oidcNonce: randomToken(),
    expiresAt: Date.now() + FLOW_SECONDS * 1000,
  };
  if ((await redis.hLen(key)) >= MAX_FLOWS_PER_SESSION) await redis.del(key);
  await redis.multi().hSet(key, nonce, JSON.stringify(pending)).expire(key, FLOW_SECONDS).exec();
  const codeChallenge = createHash('sha256').update(pending.codeVerifier).digest('base64url');
  return {
    state: encodeState({ purpose, provider, isPopup, returnUrl, nonce }),
    nonce: pending.oidcNonce,
    codeChallenge,
  };
}

/**
 * Uses up a flow and returns it; null if this session did not start it, or it was used or has expired. Of two
 * concurrent calls, one gets it.
 */
export async function takeFlow(redis: RedisConnection, sessionKey: string, nonce: string): Promise<PendingFlow | null> {
  const key = flowsKey(sessionKey);
  const [text, deleted] = await redis.multi().hGet(key, nonce).hDel(key, nonce).execTyped();
  if (typeof text !== 'string' || deleted !== 1) return null;
  const flow = pendingFlow.parse(JSON.parse(text));
  return flow.expiresAt > Date.now() ? flow : null;
}

/** Returns the nonce of the session's only pending connection to a provider; null if there are none or several. */
export async function findOnlyConnectFlow(
  redis: RedisConnection,
  sessionKey: string,
  provider: Provider,
): Promise<string | null> {
  const flows = Object.entries(await redis.hGetAll(flowsKey(sessionKey)))
    .map(([nonce, text]) => ({ nonce, flow: pendingFlow.parse(JSON.parse(text)) }))
    .filter(({ flow }) => flow.purpose === 'calendar_connect' && flow.provider === provider)
    .filter(({ flow }) => flow.expiresAt > Date.now());
  const [only, another] = flows;
  return only && !another ? only.nonce : null;
}

const ticketContent = z.object({
  sessionKey: z.string(),
  returnUrl: z.string(),
  isPopup: z.boolean(),
  timezone: z.string().nullable().default(null),
  locale: z.string().nullable().default(null),
});

/** Issues a single-use ticket after a passed bot check. Holds the sign-in's parameters and is bound to the session. */
export async function issueTicket(redis: RedisConnection, content: z.infer<typeof ticketContent>): Promise<string> {
  const ticket = randomToken();
  await redis.set(ticketKey(ticket), JSON.stringify(content), { expiration: { type: 'EX', value: FLOW_SECONDS } });
  return ticket;
}

export async function redeemTicket(
  redis: RedisConnection,
  sessionKey: string,
  ticket: string,
): Promise<Pick<PendingFlow, 'returnUrl' | 'isPopup' | 'timezone' | 'locale'> | null> {
  const text = await redis.getDel(ticketKey(ticket));
  if (text === null) return null;
  const { sessionKey: owner, ...content } = ticketContent.parse(JSON.parse(text));
  return owner === sessionKey ? content : null;
}

/** Encodes a state as base64 JSON, as specified. The browser reads it too, so it proves nothing; the nonce does. */
export function encodeState(state: OauthState): string {
  return Buffer.from(JSON.stringify(state)).toString('base64');
}

/** Decodes a state. Returns null for any other text. */
export function decodeState(text: string): OauthState | null {
  try {
    return oauthState.parse(JSON.parse(Buffer.from(text, 'base64').toString('utf8')));
  } catch {
    return null; // forged or cut off; the caller refuses it
  }
}

const randomToken = () => randomBytes(32).toString('base64url');

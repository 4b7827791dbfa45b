import { randomBytes } from 'node:crypto';
import { createFinder } from '#sandbox/find-by-key.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { OauthError } from '#sandbox/google/errors.ts';
import type { AccessToken, Account, RefreshToken } from '#sandbox/google/state.ts';

/** Lifetime of an access token in seconds: an hour less one second, as in Google's responses. */
export const accessTokenLifetimeS = 3599;
const maxRefreshTokens = 100;

const accountsBySub = createFinder<Account>(({ sub }) => sub);
const accessTokensByValue = createFinder<AccessToken>(({ token }) => token);
const refreshTokensByValue = createFinder<RefreshToken>(({ token }) => token);

/** Issues an access token, which expires by real time. The caller saves. */
export function issueAccessToken(
  { state }: GoogleContext,
  sub: string,
  scopes: readonly string[],
  offline: boolean,
): string {
  const token = `ya29.sandbox-${randomBytes(48).toString('base64url')}`;
  const expiresAtMs = Date.now() + accessTokenLifetimeS * 1000;
  const keptFromMs = Date.now() - 86_400_000;
  // Tokens are stored oldest first.
  if ((state.accessTokens[0]?.expiresAtMs ?? keptFromMs) < keptFromMs)
    state.accessTokens = state.accessTokens.filter((issued) => issued.expiresAtMs > keptFromMs);
  state.accessTokens.push({ token, sub, scopes: [...scopes], offline, expiresAtMs });
  return token;
}

/** Issues a refresh token. Like Google, silently revokes an account's oldest if it has over 100. The caller saves. */
export function issueRefreshToken({ state }: GoogleContext, sub: string, scopes: readonly string[]): string {
  const token = `1//0${randomBytes(40).toString('base64url')}`;
  state.refreshTokens.push({ token, sub, scopes: [...scopes] });
  const own = state.refreshTokens.filter((issued) => issued.sub === sub);
  const [oldest] = own;
  if (oldest && own.length > maxRefreshTokens) {
    state.refreshTokens = state.refreshTokens.filter((issued) => issued !== oldest);
  }
  return token;
}

/** Returns the scopes the account has granted and not revoked. */
export function grantedScopes({ state }: GoogleContext, sub: string): string[] {
  const live = [...state.refreshTokens, ...state.accessTokens].filter((issued) => issued.sub === sub);
  return [...new Set(live.flatMap((issued) => issued.scopes))];
}

export function hasRefreshToken({ state }: GoogleContext, sub: string): boolean {
  return state.refreshTokens.some((issued) => issued.sub === sub);
}

/** Looks up an access token by its value; undefined if unknown, revoked or expired. */
export function findAccessToken({ state }: GoogleContext, token: string): AccessToken | undefined {
  return accessTokensByValue(state.accessTokens, token).find((issued) => issued.expiresAtMs > Date.now());
}

/** Looks up a refresh token by its value; undefined if unknown or revoked. */
export function findRefreshToken({ state }: GoogleContext, token: string): RefreshToken | undefined {
  return refreshTokensByValue(state.refreshTokens, token)[0];
}

export function accountOf({ state }: GoogleContext, sub: string): Account {
  const [account] = accountsBySub(state.accounts, sub);
  if (!account) throw new OauthError(400, 'invalid_grant', 'Account has been deleted');
  return account;
}

/**
 * Revokes everything an account has granted, as revoking any of its tokens does. Returns false if there was nothing to
 * revoke.
 */
export function revokeGrant(context: GoogleContext, sub: string): boolean {
  const { state } = context;
  const had = [...state.refreshTokens, ...state.accessTokens].some((issued) => issued.sub === sub);
  state.refreshTokens = state.refreshTokens.filter((issued) => issued.sub !== sub);
  state.accessTokens = state.accessTokens.filter((issued) => issued.sub !== sub);
  state.codes = state.codes.filter((issued) => issued.sub !== sub);
  state.channels = state.channels.filter((channel) => channel.sub !== sub);
  context.save();
  return had;
}

import { randomBytes } from 'node:crypto';
import { createFinder } from '#sandbox/find-by-key.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { IdentityError } from '#sandbox/microsoft/errors.ts';
import { knownScope } from '#sandbox/microsoft/scopes.ts';
import type { AccessToken, Account, RefreshToken } from '#sandbox/microsoft/state.ts';

/** Lifetime of an access token in seconds: an hour less one second, as in Microsoft's responses. */
export const accessTokenLifetimeS = 3599;
const dayMs = 86_400_000;
const refreshTokenLifetimeMs = 90 * dayMs;

const accountsById = createFinder<Account>(({ oid }) => oid);
const accessTokensByValue = createFinder<AccessToken>(({ token }) => token);
const refreshTokensByValue = createFinder<RefreshToken>(({ token }) => token);

/**
 * Issues an access token, opaque to clients, which expires by real time. `scopes` are stored under their registered
 * names. The caller saves.
 */
export function issueAccessToken({ state }: MicrosoftContext, oid: string, scopes: readonly string[]): string {
  const token = `EwB4${randomBytes(72).toString('base64url')}`;
  state.accessTokens = withoutOld(state.accessTokens);
  state.accessTokens.push({
    token,
    oid,
    scopes: scopes.map((scope) => knownScope(scope) ?? scope),
    expiresAtMs: Date.now() + accessTokenLifetimeS * 1000,
  });
  return token;
}

/** Issues a refresh token, valid for 90 days of real time. The caller saves. */
export function issueRefreshToken({ state }: MicrosoftContext, oid: string, scopes: readonly string[]): string {
  const token = `M.C5${randomBytes(80).toString('base64url')}`;
  state.refreshTokens = withoutOld(state.refreshTokens);
  state.refreshTokens.push({
    token,
    oid,
    scopes: [...scopes],
    expiresAtMs: Date.now() + refreshTokenLifetimeMs,
    replaced: false,
    revoked: false,
  });
  return token;
}

/** Finds an issued access token, even if expired; undefined if unknown or revoked. */
export function findAccessToken({ state }: MicrosoftContext, token: string): AccessToken | undefined {
  return accessTokensByValue(state.accessTokens, token)[0];
}

/** Finds an issued refresh token, even if expired or revoked; undefined if unknown. */
export function findRefreshToken({ state }: MicrosoftContext, token: string): RefreshToken | undefined {
  return refreshTokensByValue(state.refreshTokens, token)[0];
}

/** Drops tokens that expired more than a day ago. Tokens are stored oldest first. */
function withoutOld<Token extends { expiresAtMs: number }>(tokens: Token[]): Token[] {
  const keptFromMs = Date.now() - dayMs;
  if ((tokens[0]?.expiresAtMs ?? Infinity) > keptFromMs) return tokens;
  return tokens.filter(({ expiresAtMs }) => expiresAtMs > keptFromMs);
}

export function accountOf({ state }: MicrosoftContext, oid: string): Account {
  const [account] = accountsById(state.accounts, oid);
  if (!account)
    throw new IdentityError(400, 'invalid_grant', 50034, 'The user account does not exist in the directory.');
  return account;
}

/** Revokes everything an account has granted. Returns false if there was nothing to revoke. The caller saves. */
export function revokeGrant({ state }: MicrosoftContext, oid: string): boolean {
  const refreshTokens = state.refreshTokens.filter((issued) => issued.oid === oid && !issued.revoked);
  for (const issued of refreshTokens) issued.revoked = true;
  const had = refreshTokens.length + state.accessTokens.filter((issued) => issued.oid === oid).length > 0;
  state.accessTokens = state.accessTokens.filter((issued) => issued.oid !== oid);
  state.codes = state.codes.filter((issued) => issued.oid !== oid);
  return had;
}

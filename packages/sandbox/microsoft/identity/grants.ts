import { randomBytes } from 'node:crypto';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { IdentityError } from '#sandbox/microsoft/errors.ts';
import { knownScope } from '#sandbox/microsoft/scopes.ts';
import type { AccessToken, Account } from '#sandbox/microsoft/state.ts';

/** Lifetime of an access token in seconds: an hour less one second, as in Microsoft's responses. */
export const accessTokenLifetimeS = 3599;
const dayMs = 86_400_000;
const refreshTokenLifetimeMs = 90 * dayMs;

/**
 * Issues an access token, opaque to clients, which expires by real time. `scopes` are stored under their registered
 * names. The caller saves.
 */
export function issueAccessToken({ state }: MicrosoftContext, oid: string, scopes: readonly string[]): string {
  const token = `EwB4${randomBytes(72).toString('base64url')}`;
  state.accessTokens = state.accessTokens.filter((issued) => issued.expiresAtMs > Date.now() - dayMs);
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
  state.refreshTokens = state.refreshTokens.filter((issued) => issued.expiresAtMs > Date.now() - dayMs);
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
  return state.accessTokens.find((issued) => issued.token === token);
}

export function accountOf({ state }: MicrosoftContext, oid: string): Account {
  const account = state.accounts.find((candidate) => candidate.oid === oid);
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

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AccountTokensRow,
  claimTokenRefresh,
  findAccountTokens,
  releaseTokenRefresh,
  type SyncAccountRow,
  updateAccountTokens,
} from '#db/queries/sync-accounts.ts';
import type { AccountKey } from '#db/sql.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import { AccessTokenRejectedError, GrantRevokedError } from '#providers/errors.ts';
import type { WorkerContext } from '#workers/context.ts';

/** A token that expires within this time is refreshed first. */
const MARGIN_MS = 60_000;
/** Interval between checks for a token that another sync is refreshing. */
const LOOK_AGAIN_MS = 200;

export type AccessTokenSource = {
  /** The encrypted refresh token last read from the database or stored there. */
  readonly grant: string | null;
  /** Makes the call with a valid access token, and again with a new one if the vendor rejects it early. */
  use<T>(call: (accessToken: string) => Promise<T>): Promise<T>;
};

/**
 * Returns a source of access tokens for one calendar account. Tokens are stored encrypted between syncs. Its `use`
 * throws GrantRevokedError once the grant is gone.
 */
export function createAccessTokenSource(
  { pool, encryption }: Pick<WorkerContext, 'pool' | 'encryption'>,
  provider: CalendarProvider,
  key: AccountKey,
  account: SyncAccountRow,
  signal: AbortSignal,
): AccessTokenSource {
  const owner = `${key.userId}:${key.provider}`;
  let refreshToken = account.refreshToken;
  let current = readValid(account);

  return {
    get grant() {
      return refreshToken;
    },
    async use(call) {
      current ??= await refresh(null);
      try {
        return await call(current);
      } catch (error) {
        if (!(error instanceof AccessTokenRejectedError)) throw error;
        current = await refresh(current);
        return await call(current);
      }
    },
  };

  function readValid({ accessToken, accessTokenExpiresAt }: AccountTokensRow): string | null {
    const isValid = accessTokenExpiresAt !== null && accessTokenExpiresAt.getTime() > Date.now() + MARGIN_MS;
    return accessToken !== null && isValid ? encryption.decrypt(accessToken, owner) : null;
  }

  /**
   * Returns a valid token other than the rejected one. Only one sync refreshes at a time, with the latest refresh
   * token, which a vendor may replace on each refresh. The other syncs wait for the result, without holding a database
   * connection.
   */
  async function refresh(rejected: string | null): Promise<string> {
    for (;;) {
      const stored = await findAccountTokens(pool, account.integrationId);
      if (!stored || stored.refreshToken === null) throw new GrantRevokedError();
      refreshToken = stored.refreshToken;
      const valid = readValid(stored);
      if (valid !== null && valid !== rejected) return valid;

      const claim = await claimTokenRefresh(pool, account.integrationId, stored.refreshToken);
      if (claim !== null) return await refreshClaimed(stored.refreshToken, claim);
      await sleep(LOOK_AGAIN_MS, undefined, { signal });
    }
  }

  async function refreshClaimed(used: string, claim: string): Promise<string> {
    try {
      const tokens = await provider.refresh(encryption.decrypt(used, owner), signal);
      const rotated = tokens.refreshToken === null ? null : encryption.encrypt(tokens.refreshToken, owner);
      await updateAccountTokens(pool, account.integrationId, {
        accessToken: encryption.encrypt(tokens.accessToken, owner),
        expiresAt: tokens.expiresAt,
        refreshToken: rotated,
        usedRefreshToken: used,
      });
      refreshToken = rotated ?? used;
      return tokens.accessToken;
    } finally {
      await releaseTokenRefresh(pool, account.integrationId, claim);
    }
  }
}

import {
  type AccountKey,
  type AccountTokensRow,
  lockAccountTokens,
  type SyncAccountRow,
  updateAccountTokens,
} from '#db/queries/sync-accounts.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import { AccessTokenRejectedError, GrantRevokedError } from '#providers/errors.ts';
import type { WorkerContext } from '#workers/context.ts';

/** A token this close to its end is not begun with. */
const MARGIN_MS = 60_000;

export type AccessTokenSource = {
  /** The envelope of the refresh token in use, as it is stored. */
  readonly grant: string | null;
  /** Calls with a valid access token; with a fresh one, once, when the vendor rejects it before its time. */
  use<T>(call: (accessToken: string) => Promise<T>): Promise<T>;
};

/** Access tokens of one calendar account, kept (encrypted) from one sync to the next. Throws GrantRevokedError when there is no grant any more. */
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
   * One sync refreshes at a time, with the refresh token as it is stored by then: a vendor may take a new one for each refresh and forget the old. A
   * sync that waited for another one's refresh takes over what that brought.
   */
  async function refresh(rejected: string | null): Promise<string> {
    return await pool.transaction(async (transaction) => {
      const stored = await lockAccountTokens(transaction, account.integrationId);
      if (!stored || stored.refreshToken === null) throw new GrantRevokedError();
      refreshToken = stored.refreshToken;
      const valid = readValid(stored);
      if (valid !== null && valid !== rejected) return valid;

      const tokens = await provider.refresh(encryption.decrypt(stored.refreshToken, owner), signal);
      const rotated = tokens.refreshToken === null ? null : encryption.encrypt(tokens.refreshToken, owner);
      await updateAccountTokens(transaction, account.integrationId, {
        accessToken: encryption.encrypt(tokens.accessToken, owner),
        expiresAt: tokens.expiresAt,
        refreshToken: rotated,
        usedRefreshToken: stored.refreshToken,
      });
      refreshToken = rotated ?? stored.refreshToken;
      return tokens.accessToken;
    });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AccountKey,
  type AccountTokensRow,
  claimTokenRefresh,
  findAccountTokens,
  releaseTokenRefresh,
  type SyncAccountRow,
  updateAccountTokens,
} from '#db/queries/sync-accounts.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import { AccessTokenRejectedError, GrantRevokedError } from '#providers/errors.ts';
import type { WorkerContext } from '#workers/context.ts';

/** A token this close to its end is not begun with. */
const MARGIN_MS = 60_000;
/** Between two looks at what another sync's refresh has brought. */
const LOOK_AGAIN_MS = 200;

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
   * sync that waited for another one's refresh takes over what that brought. No connection is held while the vendor or the other sync is waited for.
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

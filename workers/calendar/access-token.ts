import { type AccountKey, type SyncAccountRow, updateAccountTokens } from '#db/queries/sync-accounts.ts';
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
  let current = readStored();

  return {
    get grant() {
      return refreshToken;
    },
    async use(call) {
      current ??= await refresh();
      try {
        return await call(current);
      } catch (error) {
        if (!(error instanceof AccessTokenRejectedError)) throw error;
        current = await refresh();
        return await call(current);
      }
    },
  };

  function readStored(): string | null {
    const { accessToken, accessTokenExpiresAt } = account;
    const isValid = accessTokenExpiresAt !== null && accessTokenExpiresAt.getTime() > Date.now() + MARGIN_MS;
    return accessToken !== null && isValid ? encryption.decrypt(accessToken, owner) : null;
  }

  async function refresh(): Promise<string> {
    if (refreshToken === null) throw new GrantRevokedError();
    const tokens = await provider.refresh(encryption.decrypt(refreshToken, owner), signal);
    const rotated = tokens.refreshToken === null ? null : encryption.encrypt(tokens.refreshToken, owner);
    await updateAccountTokens(pool, account.integrationId, {
      accessToken: encryption.encrypt(tokens.accessToken, owner),
      expiresAt: tokens.expiresAt,
      refreshToken: rotated,
    });
    refreshToken = rotated ?? refreshToken;
    return tokens.accessToken;
  }
}

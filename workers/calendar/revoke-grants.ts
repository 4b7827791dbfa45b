import { deleteGrant, listGrants } from '#db/queries/account-deletion.ts';
import type { AccountKey } from '#db/queries/sync-accounts.ts';
import { RequestRejectedError } from '#providers/errors.ts';
import type { WorkerContext } from '#workers/context.ts';

/**
 * Revokes each grant that is held of a user at one vendor, and forgets it once that is done.
 *
 * @throws VendorError when one could not be revoked; those before it are done.
 */
export async function revokeGrants(
  { pool, encryption, calendars }: WorkerContext,
  { userId, provider }: AccountKey,
): Promise<void> {
  const vendor = calendars[provider];
  if (!vendor) throw new RequestRejectedError('provider_not_configured');
  for (const envelope of await listGrants(pool, { userId, provider })) {
    await vendor.revoke(encryption.decrypt(envelope, `${userId}:${provider}`));
    await deleteGrant(pool, userId, envelope);
  }
}

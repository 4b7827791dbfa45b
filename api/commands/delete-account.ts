import type { ApiContext } from '#api/context.ts';
import { closeAccount } from '#db/close-account.ts';
import type { Transaction } from '#db/sql.ts';

/**
 * Closes an account in one transaction. Does nothing if it is already closed.
 *
 * @param recordIn Writes the audit entry in the transaction.
 */
export async function deleteAccount(
  { pool }: Pick<ApiContext, 'pool'>,
  userId: string,
  recordIn: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  await pool.transaction(async (transaction) => {
    if (await closeAccount(transaction, userId, 'due')) await recordIn(transaction);
  });
}

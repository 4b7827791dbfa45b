import type { DatabasePool } from 'slonik';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { findCustomer, insertCustomer } from '#db/queries/payment-customers.ts';
import { findUser } from '#db/queries/users.ts';
import type { Payments } from '#providers/payments/provider.ts';
import { createStripePayments } from '#providers/payments/stripe.ts';
import { setting } from './config.ts';
import { requireMigrated } from './require-migrated.ts';
import { exitWithUsage, withDatabase } from './with-database.ts';

type Found = {
  /** Customers whose row was missing. */
  added: number;
  /** Customers to check by hand, with reasons. */
  unclear: string[];
};

/**
 * After a restore, adds the payment provider's customers that the database lacks, and queues a comparison of every
 * customer's subscription, unless the account is closed or locked. Safe to repeat.
 */
export async function findCustomers(pool: DatabasePool, payments: Pick<Payments, 'listCustomers'>): Promise<Found> {
  const found: Found = { added: 0, unclear: [] };
  for (const { customerId, userId } of await payments.listCustomers()) {
    if (userId === null) {
      found.unclear.push(`${customerId}: not created by this product`);
      continue;
    }
    await pool.transaction(async (transaction) => {
      const user = await findUser(transaction, userId);
      if (!user) {
        found.unclear.push(`${customerId}: of user ${userId}, whom the database lacks`);
        return;
      }
      const isNew = (await findCustomer(transaction, userId)) === null;
      const row = await insertCustomer(transaction, userId, customerId);
      if (row.customerId !== customerId)
        found.unclear.push(`${customerId}: of user ${userId}, who has the customer ${row.customerId}`);
      else if (isNew) found.added += 1;
      // A closed account's subscription is ended by its deletion, which needs only the row.
      if (!user.disabledAt) await insertOutboxMessages(transaction, [{ workflow: 'subscription', userId }]);
    });
  }
  return found;
}

const USAGE = `Usage: find-customers
After a restore: adds the payment provider's customers that the database lacks, compares every subscription once the
product runs, and lists customers to check by hand: those of accounts that the database lacks (cancel or refund their
subscriptions), second customers of an account, and customers that this product didn't create (leave those alone).
DATABASE_URL is the database's URL, with the product's role. STRIPE_SECRET_KEY is the provider's key. Safe to repeat.`;

if (import.meta.main) {
  const [databaseUrl, secretKey] = [setting('DATABASE_URL'), setting('STRIPE_SECRET_KEY')];
  if (!databaseUrl || !secretKey) exitWithUsage(USAGE);
  await withDatabase(databaseUrl, async (pool) => {
    await requireMigrated(pool);
    const payments = createStripePayments({ secretKey, baseUrl: setting('STRIPE_BASE_URL') ?? null, retries: 2 });
    const { added, unclear } = await findCustomers(pool, payments);
    console.log(`Customers added: ${added}.`);
    for (const line of unclear) console.error(`Check by hand: ${line}`);
    if (unclear.length > 0) process.exitCode = 1;
  });
}

import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

const customerRow = z.object({
  userId: z.uuid(),
  customerId: z.string(),
  version: z.number(),
  checkoutAttempt: z.number(),
  checkoutId: z.string().nullable(),
  isTrialRemembered: z.boolean(),
});
export type CustomerRow = z.infer<typeof customerRow>;

const columns = sql.fragment`
  user_id as "userId", provider_customer_id as "customerId", version, checkout_attempt as "checkoutAttempt", checkout_id as "checkoutId",
  is_trial_remembered as "isTrialRemembered"
`;

export async function findCustomer(connection: Connection, userId: string) {
  return await connection.maybeOne(
    sql.type(customerRow)`select ${columns} from payment_customers where user_id = ${userId}`,
  );
}

/** Stores a user's customer. If there is one already, keeps and returns that. */
export async function insertCustomer(connection: Connection, userId: string, customerId: string) {
  return await connection.one(sql.type(customerRow)`
    insert into payment_customers (user_id, provider_customer_id) values (${userId}, ${customerId})
    on conflict (user_id) do update set user_id = excluded.user_id
    returning ${columns}
  `);
}

/**
 * Replaces a customer deleted at the provider, unless already done. Writes based on the old one then fail
 * (`claimVersion`).
 */
export async function replaceCustomer(
  connection: Connection,
  { userId, customerId }: CustomerRow,
  newCustomerId: string,
) {
  await connection.query(sql.typeAlias('void')`
    update payment_customers
    set provider_customer_id = ${newCustomerId}, version = version + 1, checkout_attempt = checkout_attempt + 1, checkout_id = null
    where user_id = ${userId} and provider_customer_id = ${customerId}
  `);
}

/** Returns the customer's user, unless the account is closed or locked. */
export async function findUserOfCustomer(connection: Connection, customerId: string) {
  return await connection.maybeOneFirst(sql.typeAlias('id')`
    select users.id from payment_customers join users on users.id = payment_customers.user_id
    where provider_customer_id = ${customerId} and users.disabled_at is null
  `);
}

/** Returns a page of the users who have a customer and an open account, by id. */
export async function listCustomerUsers(
  connection: Connection,
  { after, limit }: { after: string | null; limit: number },
) {
  return await connection.anyFirst(sql.typeAlias('id')`
    select users.id from payment_customers join users on users.id = payment_customers.user_id
    where users.disabled_at is null and (${after}::uuid is null or users.id > ${after}::uuid)
    order by users.id limit ${limit}
  `);
}

/**
 * Reserves the right to write what was read at this version. Returns false if someone else has since written, or the
 * user is gone. Locks the user's row first, like the deletion.
 */
export async function claimVersion(transaction: Transaction, { userId, version }: CustomerRow) {
  await transaction.query(sql.typeAlias('id')`select id from users where id = ${userId} for key share`);
  const claimed = await transaction.maybeOne(sql.typeAlias('id')`
    update payment_customers set version = version + 1 where user_id = ${userId} and version = ${version} returning user_id as id
  `);
  return claimed !== null;
}

/** Records the checkout page of an attempt. Returns false if the attempt is over. */
export async function updateCheckout(
  connection: Connection,
  { userId, checkoutAttempt }: CustomerRow,
  checkoutId: string,
) {
  const noted = await connection.maybeOne(sql.typeAlias('id')`
    update payment_customers set checkout_id = ${checkoutId}
    where user_id = ${userId} and checkout_attempt = ${checkoutAttempt} and coalesce(checkout_id, ${checkoutId}) = ${checkoutId}
    returning user_id as id
  `);
  return noted !== null;
}

/** Ends this attempt, so that the next one gets its own page. */
export async function startNextCheckout(connection: Connection, { userId, checkoutAttempt }: CustomerRow) {
  await connection.query(sql.typeAlias('void')`
    update payment_customers set checkout_attempt = checkout_attempt + 1, checkout_id = null
    where user_id = ${userId} and checkout_attempt = ${checkoutAttempt}
  `);
}

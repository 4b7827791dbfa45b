import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { insertJournalEntry } from './journal-entries.ts';

/** Days a confirmation link is valid. */
const LINK_DAYS = 7;
const REPEAT_AFTER_HOURS = 1;

const subscriptionRow = z.object({ id: z.uuid(), email: z.string(), isConfirmed: z.boolean() });

const columns = sql.fragment`id, email, confirmed_at is not null as "isConfirmed"`;

const isLinkDue = sql.fragment`
  newsletter_subscriptions.confirmed_at is null
  and newsletter_subscriptions.requested_at <= now() - make_interval(hours => ${REPEAT_AFTER_HOURS})
`;

/** Returns whether `requestSubscription` would issue a link for the address. */
export async function isConfirmationDue(connection: Connection, email: string) {
  const other = sql.typeAlias('id')`
    select id from newsletter_subscriptions where email = ${email} and not (${isLinkDue})
  `;
  return !(await connection.exists(other));
}

/**
 * Issues a new link for the address; the previous one stops working. Null if there is nothing to send: the address is
 * confirmed, or got a link within the last hour. Of concurrent calls, one gets the row.
 *
 * @param tokenHash SHA-256 of the token, which only the email contains.
 */
export async function requestSubscription(
  transaction: Transaction,
  { email, tokenHash }: { email: string; tokenHash: Buffer },
) {
  return await transaction.maybeOne(sql.type(subscriptionRow)`
    insert into newsletter_subscriptions (email, token_hash, token_expires_at)
    values (${email}, ${sql.binary(tokenHash)}, now() + make_interval(days => ${LINK_DAYS}))
    on conflict (email) do update
    set token_hash = excluded.token_hash, token_expires_at = excluded.token_expires_at, requested_at = now()
    where ${isLinkDue}
    returning ${columns}
  `);
}

/** Returns the subscription that a link confirms; null if the token is unknown, was replaced, or expired unused. */
export async function findSubscriptionByToken(connection: Connection, tokenHash: Buffer) {
  return await connection.maybeOne(sql.type(subscriptionRow)`
    select ${columns} from newsletter_subscriptions
    where token_hash = ${sql.binary(tokenHash)} and (confirmed_at is not null or token_expires_at > now())
  `);
}

/** Confirms a subscription; safe to repeat. Returns null like `findSubscriptionByToken`. */
export async function updateSubscriptionConfirmed(connection: Connection, tokenHash: Buffer) {
  return await connection.maybeOne(sql.type(subscriptionRow)`
    update newsletter_subscriptions set confirmed_at = coalesce(confirmed_at, now())
    where token_hash = ${sql.binary(tokenHash)} and (confirmed_at is not null or token_expires_at > now())
    returning ${columns}
  `);
}

/** Deletes the address's subscription, if any, and records in the journal that it ended. */
export async function deleteSubscription(transaction: Transaction, email: string) {
  const ended = await transaction.maybeOne(sql.typeAlias('id')`
    delete from newsletter_subscriptions where email = ${email} returning id
  `);
  if (ended) await insertJournalEntry(transaction, { kind: 'newsletter-ended', subscriptionId: ended.id });
}

/** Deletes a subscription. Returns false if there was none. */
export async function deleteSubscriptionById(transaction: Transaction, id: string) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    delete from newsletter_subscriptions where id = ${id}
  `);
  return rowCount === 1;
}

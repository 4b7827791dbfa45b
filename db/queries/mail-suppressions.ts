import * as z from 'zod';
import { suppressionReason } from '#contract/users.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { foldCase } from '#domain/fold-case.ts';

/**
 * Stops all mail to these addresses. Safe to repeat: a report from before a suppression was lifted has no effect.
 * Addresses we never emailed are not stored.
 *
 * @returns the newly suppressed addresses
 */
export async function suppressAddresses(
  transaction: Transaction,
  report: { reason: z.infer<typeof suppressionReason>; addresses: readonly string[]; reportedAt: Date },
) {
  const addresses = [...new Set(report.addresses.map(foldCase))];
  return await transaction.anyFirst(sql.type(z.object({ address: z.string() }))`
    insert into mail_suppressions (address, reason, reported_at)
    select address, ${report.reason}, ${sql.timestamp(report.reportedAt)}
    from unnest(${sql.array(addresses, 'text')}) as reported (address)
    where exists (select from emails where to_address = address)
    order by address
    on conflict (address) do update
    set reason = excluded.reason, reported_at = excluded.reported_at, lifted_at = null
    where mail_suppressions.lifted_at < excluded.reported_at
    returning address
  `);
}

/** Adds a suppression from the journal that a restored database lacks. */
export async function restoreSuppression(
  transaction: Transaction,
  { address, reason, reportedAt }: { address: string; reason: z.infer<typeof suppressionReason>; reportedAt: Date },
) {
  await transaction.query(sql.typeAlias('void')`
    insert into mail_suppressions (address, reason, reported_at)
    values (${address}, ${reason}, ${sql.timestamp(reportedAt)})
    on conflict (address) do update
    set reason = excluded.reason, reported_at = excluded.reported_at, lifted_at = null
  `);
}

/** Returns why an address must not be emailed; null if it may be. */
export async function findSuppression(connection: Connection, address: string) {
  return await connection.maybeOneFirst(sql.type(z.object({ reason: suppressionReason }))`
    select reason from mail_suppressions where address = ${address} and lifted_at is null
  `);
}

/**
 * Lifts an address's suppression. Call when its user has switched to another address; if they switch back, it gets a
 * second chance.
 */
export async function liftSuppression(connection: Connection, address: string) {
  await connection.query(sql.typeAlias('void')`
    update mail_suppressions set lifted_at = now() where address = ${address} and lifted_at is null
  `);
}

/** A condition on `mail_suppressions`: an account or a newsletter subscription has the address. */
export const isInUse = sql.fragment`(
  exists (select from users where users.email = mail_suppressions.address)
    or exists (select from newsletter_subscriptions where newsletter_subscriptions.email = mail_suppressions.address)
)`;

/**
 * Deletes the suppressions of a user's former addresses, which are known from the emails to them, and returns the
 * addresses. Leaves out addresses that the user asked to move to but never confirmed, since they may be someone else's.
 */
export async function deleteFormerSuppressions(transaction: Transaction, userId: string) {
  return await transaction.anyFirst(sql.type(z.object({ address: z.string() }))`
    delete from mail_suppressions
    where address in (select to_address from emails where user_id = ${userId} and kind <> 'change-email')
      and not ${isInUse}
    returning address
  `);
}

/** Deletes an address's suppression, unless the address is in use. */
export async function deleteUnusedSuppression(transaction: Transaction, address: string) {
  await transaction.query(sql.typeAlias('void')`
    delete from mail_suppressions where address = ${address} and not ${isInUse}
  `);
}

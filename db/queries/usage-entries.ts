import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

export type UsageKind = 'research' | 'meeting' | 'email';

/** One unit of metered work. `reference` says which, for example `{meetingId}:{request}`: the same work is counted once. */
export type UsageKey = { userId: string; kind: UsageKind; reference: string };

export const researchReference = (meetingId: string, request: number) => `${meetingId}:${request}`;

/**
 * Takes one unit of the user's quota, or says that none is left. A unit that is reserved or used already is taken again for free.
 * Holds the user's row until the transaction ends, so that parallel reservations stand in line.
 */
export async function reserveUsage(
  transaction: Transaction,
  { userId, kind, reference }: UsageKey,
  quota: { limit: number; periodStart: Date },
): Promise<boolean> {
  await transaction.query(sql.typeAlias('id')`select id from users where id = ${userId} for no key update`);
  const existing = await transaction.maybeOne(sql.type(z.object({ state: z.string() }))`
    select state from usage_entries where user_id = ${userId} and kind = ${kind} and reference = ${reference}
  `);
  if (existing && existing.state !== 'refunded') return true;

  const used = await countUsage(transaction, { userId, kind, periodStart: quota.periodStart });
  if (used >= quota.limit) return false;
  await transaction.query(sql.typeAlias('void')`
    insert into usage_entries (user_id, kind, reference, state) values (${userId}, ${kind}, ${reference}, 'reserved')
    on conflict (user_id, kind, reference) do update set state = 'reserved', created_at = now()
  `);
  return true;
}

/** Reserved and used units since the period began. */
export async function countUsage(
  connection: Connection,
  { userId, kind, periodStart }: { userId: string; kind: UsageKind; periodStart: Date },
): Promise<number> {
  const { used } = await connection.one(sql.type(z.object({ used: z.number() }))`
    select count(*) as used from usage_entries
    where user_id = ${userId} and kind = ${kind} and state <> 'refunded'
      and created_at >= ${sql.timestamp(periodStart)}
  `);
  return used;
}

/** The work succeeded, be it after it was given up for lost: what there is to show for it is what counts. */
export async function settleUsage(connection: Connection, { userId, kind, reference }: UsageKey): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    update usage_entries set state = 'used'
    where user_id = ${userId} and kind = ${kind} and reference = ${reference} and state <> 'used'
  `);
}

/** The work failed: the unit is given back. One that was used stays used. */
export async function refundUsage(connection: Connection, { userId, kind, reference }: UsageKey): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    update usage_entries set state = 'refunded'
    where user_id = ${userId} and kind = ${kind} and reference = ${reference} and state = 'reserved'
  `);
}

/** Gives back what is reserved for the research of the meetings that the statement around it names `ended` (`id`, `user_id`): nothing will settle it. */
export const refundEnded = sql.fragment`
  update usage_entries set state = 'refunded' from ended
  where usage_entries.user_id = ended.user_id and kind = 'research' and state = 'reserved'
    and starts_with(reference, ended.id || ':')
`;

/**
 * Gives back what is reserved for research that nothing will settle: its meeting is gone, cancelled or over, or wants no research. Whoever ends a meeting
 * does so at once; this is for what was forgotten.
 *
 * @param olderThanMinutes Longer than any research takes.
 * @returns what was given back
 */
export async function refundForgottenResearch(
  connection: Connection,
  { olderThanMinutes }: { olderThanMinutes: number },
): Promise<readonly Pick<UsageKey, 'userId' | 'reference'>[]> {
  return await connection.any(sql.type(z.object({ userId: z.uuid(), reference: z.string() }))`
    update usage_entries entry set state = 'refunded'
    where kind = 'research' and state = 'reserved' and created_at < now() - make_interval(mins => ${olderThanMinutes})
      and not exists (
        select from meetings
        where user_id = entry.user_id and starts_with(entry.reference, id || ':')
          and status = 'confirmed' and research_state in ('pending', 'running') and start_time > now()
      )
    returning user_id as "userId", reference
  `);
}

/**
 * Gives back what is reserved for the research of a meeting for which none will be begun, as long as the meeting is the one that was read. Where it is
 * wanted again later, it is reserved again.
 */
export async function refundEndedResearch(
  connection: Connection,
  { meetingId, version }: { meetingId: string; version: number },
): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    with ended as (
      select id, user_id from meetings where id = ${meetingId} and version = ${version} for no key update
    )
    ${refundEnded}
  `);
}

import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { MAX_RUNS } from './stale-research.ts';

export type UsageKind = 'research' | 'meeting' | 'email';

/**
 * Identifies one unit of metered work. `reference`, for example `{meetingId}:{request}`, makes the same work count
 * once.
 */
export type UsageKey = { userId: string; kind: UsageKind; reference: string };

/** The unit of a request for a meeting's research. */
export const researchUsage = (userId: string, { meetingId, request }: { meetingId: string; request: number }) =>
  ({ userId, kind: 'research', reference: `${meetingId}:${request}` }) as const;

/** Returns the unit of the request's next run: a request that is repeated often takes several. */
export async function nextResearchUsage(
  connection: Connection,
  userId: string,
  run: { meetingId: string; request: number },
): Promise<UsageKey> {
  const made = await connection.oneFirst(sql.type(z.object({ made: z.number() }))`
    select count(*) as made from research_results where meeting_id = ${run.meetingId} and request = ${run.request}
  `);
  const unit = researchUsage(userId, run);
  const further = Math.floor(made / MAX_RUNS);
  return further === 0 ? unit : { ...unit, reference: `${unit.reference}:${further}` };
}

/**
 * Reserves one unit of the user's quota, unless already reserved or used. Returns false if none is left. Locks the
 * user's row until the transaction ends, so that concurrent reservations wait for each other.
 */
export async function reserveUsage(
  transaction: Transaction,
  { userId, kind, reference }: UsageKey,
  quota: { limit: number; periodStart: Date },
) {
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

/** Counts the units reserved or used since the period started. */
export async function countUsage(
  connection: Connection,
  { userId, kind, periodStart }: { userId: string; kind: UsageKind; periodStart: Date },
) {
  return await connection.oneFirst(sql.type(z.object({ used: z.number() }))`
    select count(*) as used from usage_entries
    where user_id = ${userId} and kind = ${kind} and state <> 'refunded'
      and created_at >= ${sql.timestamp(periodStart)}
  `);
}

/** Marks a unit as used when its work has succeeded, even if it was refunded before. */
export async function settleUsage(connection: Connection, { userId, kind, reference }: UsageKey) {
  await connection.query(sql.typeAlias('void')`
    update usage_entries set state = 'used'
    where user_id = ${userId} and kind = ${kind} and reference = ${reference} and state <> 'used'
  `);
}

/** Refunds a reserved unit, and any further ones of the same request, after a failure; used ones stay used. */
export async function refundUsage(connection: Connection, { userId, kind, reference }: UsageKey) {
  await connection.query(sql.typeAlias('void')`
    update usage_entries set state = 'refunded'
    where user_id = ${userId} and kind = ${kind} and state = 'reserved'
      and (reference = ${reference} or starts_with(reference, ${reference} || ':'))
  `);
}

/** Refunds research reserved for the meetings in `ended` (`id`, `user_id`), a CTE of the surrounding statement. */
export const refundEnded = sql.fragment`
  update usage_entries set state = 'refunded' from ended
  where usage_entries.user_id = ended.user_id and kind = 'research' and state = 'reserved'
    and starts_with(reference, ended.id || ':')
`;

/**
 * Refunds reserved research that will never run: its meeting is gone, cancelled, past, or doesn't need research. Ending
 * a meeting already refunds it; this catches what was missed.
 *
 * @param olderThanMinutes Longer than any research takes.
 * @returns the refunded units
 */
export async function refundForgottenResearch(
  connection: Connection,
  { olderThanMinutes }: { olderThanMinutes: number },
) {
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
 * Refunds a meeting's reserved research that will not start, provided the meeting has not changed since it was read. A
 * later request reserves again.
 */
export async function refundEndedResearch(
  connection: Connection,
  { meetingId, version }: { meetingId: string; version: number },
) {
  await connection.query(sql.typeAlias('void')`
    with ended as (
      select id, user_id from meetings where id = ${meetingId} and version = ${version} for no key update
    )
    ${refundEnded}
  `);
}

import { type BriefingPreferences, briefingPreferences } from '#contract/users.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** Returns the user's preferences. Throws if there is no such user. */
export async function getBriefingPreferences(connection: Connection, userId: string) {
  return await connection.one(sql.type(briefingPreferences)`
    select lead_minutes as "leadMinutes", briefing_digest as digest, briefings_paused as paused,
      case when quiet_hours_start is not null
        then json_build_object('start', quiet_hours_start, 'end', quiet_hours_end) end as "quietHours"
    from users where id = ${userId}
  `);
}

export async function updateBriefingPreferences(
  transaction: Transaction,
  userId: string,
  { leadMinutes, quietHours, digest, paused }: BriefingPreferences,
) {
  await transaction.query(sql.typeAlias('void')`
    update users
    set lead_minutes = ${leadMinutes}, quiet_hours_start = ${quietHours?.start ?? null},
        quiet_hours_end = ${quietHours?.end ?? null}, briefing_digest = ${digest}, briefings_paused = ${paused},
        updated_at = now()
    where id = ${userId}
  `);
}

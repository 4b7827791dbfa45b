import { type Connection, sql, type Transaction } from '#db/sql.ts';

export async function hasUsers(connection: Connection) {
  return await connection.exists(sql.typeAlias('id')`select id from users`);
}

export async function deleteUserByEmail(connection: Connection, email: string) {
  await connection.query(sql.typeAlias('void')`delete from users where email = ${email}`);
}

/** Returns past meetings with external guests that would have been briefed. */
export async function listPastOutsideMeetings(connection: Connection, userId: string) {
  return await connection.any(sql.typeAlias('meetingVersion')`
    select id as "meetingId", version from meetings
    where user_id = ${userId} and start_time < now() and meeting_type <> 'internal' and not is_all_day
      and status = 'confirmed' and visibility = 'default'
    order by start_time
  `);
}

/**
 * Gives a demo account's past meeting a history: backdates its research to 15 minutes before its briefing was due, and
 * the email to when it was due.
 */
export async function backdateBriefing(transaction: Transaction, meetingId: string, mailKey: string) {
  const due = sql.fragment`(start_time - make_interval(mins => (select lead_minutes from users where users.id = meetings.user_id)))`;
  await transaction.query(sql.typeAlias('void')`
    update meetings
    set briefing_state = 'sent', briefing_reason = null, briefing_due_at = ${due}, briefing_sent_at = ${due},
        researched_at = ${due} - interval '15 minutes', created_at = least(created_at, ${due} - interval '20 minutes')
    where id = ${meetingId}
  `);
  await transaction.query(sql.typeAlias('void')`
    update research_results set created_at = meetings.researched_at from meetings
    where meetings.id = research_results.meeting_id and meetings.id = ${meetingId}
  `);
  await transaction.query(sql.typeAlias('void')`
    update emails
    set state = 'sent', attempts = 1, created_at = meetings.briefing_due_at, sending_at = meetings.briefing_due_at,
        sent_at = meetings.briefing_due_at
    from meetings where meetings.id = ${meetingId} and emails.mail_key = ${mailKey}
  `);
  await transaction.query(sql.typeAlias('void')`
    update usage_entries set created_at = meetings.researched_at from meetings
    where meetings.id = ${meetingId} and usage_entries.reference like meetings.id || ':%'
  `);
}

/** Returns whether `scripts/seed-demo.ts` created accounts here. */
export async function hasDemoAccounts(connection: Connection) {
  return await connection.exists(sql.typeAlias('id')`
    select id from users
    where email in ('dana@harborline.test', 'admin@foreword.test') and password_hash is not null and disabled_at is null
  `);
}

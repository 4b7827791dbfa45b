import { runTogether } from '#db/run-together.ts';
import { type Connection, sql } from '#db/sql.ts';

/** Rows deleted at once from each table, well within the time limit of a statement. */
const RETENTION_BATCH = 2_000;

/**
 * Deletes a batch of the old rows that grow in number with meetings: meetings, with their guests, research and
 * briefings; emails; answers about guests without a stored meeting; expired links; and past deliveries. Keeps usage
 * entries. Reads each table by index, oldest first, except for answers, which wait for the last batch of meetings.
 *
 * With "offset 0", Postgres looks up each email's briefing by index. As a join, it would read all briefings each time.
 *
 * @returns the number of deleted meetings, emails, answers, links and deliveries; 0 when done
 */
export async function deleteOldRecords(connection: Connection, months: number) {
  const retained = sql.fragment`now() - make_interval(months => ${months})`;
  const oldMeetings = sql.fragment`
    select id from meetings where end_time < ${retained} order by end_time limit ${RETENTION_BATCH}
  `;
  return await runTogether(connection, [
    sql.fragment`delete from meetings where id = any(array(${oldMeetings}))`,
    sql.fragment`
      delete from emails
      where id = any(array(
        select id from emails
        where created_at < ${retained} and state not in ('queued', 'sending')
          and not exists (select from briefings where briefings.email_id = emails.id offset 0)
        order by created_at limit ${RETENTION_BATCH}
      ))
    `,
    sql.fragment`
      delete from person_answers
      where (user_id, email) in (
        select user_id, email from person_answers
        where answered_at < ${retained} and (select count(*) from (${oldMeetings}) as old) < ${RETENTION_BATCH}
          and not exists (
            select from attendees join meetings on meetings.id = attendees.meeting_id
            where attendees.email = person_answers.email and attendees.is_external
              and meetings.user_id = person_answers.user_id
          )
        limit ${RETENTION_BATCH}
      )
    `,
    deletePast('feedback_links', 'expires_at'),
    deletePast('webhook_deliveries', 'created_at'),
    deletePast('channel_messages', 'created_at'),
    sql.fragment`
      delete from push_deliveries
      where id = any(array(
        select d.id from push_deliveries d join meetings m on m.id = d.meeting_id
        where d.created_at < now() - interval '30 days' and m.start_time < now()
        order by d.created_at limit ${RETENTION_BATCH}
      ))
    `,
  ]);
}

function deletePast(table: string, column: string) {
  const [from, at] = [sql.identifier([table]), sql.identifier([column])];
  return sql.fragment`
    delete from ${from}
    where id = any(array(
      select id from ${from} where ${at} < now() - interval '30 days' order by ${at} limit ${RETENTION_BATCH}
    ))
  `;
}

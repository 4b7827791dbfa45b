import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

/** Rows deleted at once from each table, well within the time limit of a statement. */
const RETENTION_BATCH = 2_000;

const age = (months: number) => sql.fragment`now() - make_interval(months => ${months})`;

/**
 * Deletes a batch of the old rows that grow in number with meetings: meetings, with their guests, research and
 * briefings; mails; answers about guests without a stored meeting; expired links; and past deliveries. Keeps usage
 * entries. Reads each table by index, oldest first, except for answers, which wait until the last meetings.
 *
 * With "offset 0", Postgres looks each mail's briefing up by index. As a join, it would read all briefings each time.
 *
 * @returns the number of meetings, mails, answers, links and deliveries, 0 when done
 */
export async function deleteOldRecords(connection: Connection, months: number) {
  return await connection.oneFirst(sql.type(z.object({ count: z.number() }))`
    with old_meetings as (
      delete from meetings
      where id = any(array(
        select id from meetings where end_time < ${age(months)} order by end_time limit ${RETENTION_BATCH}
      ))
      returning 1
    ), old_mails as (
      delete from emails
      where id = any(array(
        select id from emails
        where created_at < ${age(months)} and state not in ('queued', 'sending')
          and not exists (select from briefings where briefings.email_id = emails.id offset 0)
        order by created_at limit ${RETENTION_BATCH}
      ))
      returning 1
    ), old_answers as (
      delete from person_answers
      where (user_id, email) in (
        select user_id, email from person_answers
        where answered_at < ${age(months)} and (select count(*) from old_meetings) < ${RETENTION_BATCH}
          and not exists (
            select from attendees join meetings on meetings.id = attendees.meeting_id
            where attendees.email = person_answers.email and attendees.is_external
              and meetings.user_id = person_answers.user_id
          )
        limit ${RETENTION_BATCH}
      )
      returning 1
    ), old_links as (
      delete from feedback_links
      where id = any(array(
        select id from feedback_links where expires_at < now() - interval '30 days'
        order by expires_at limit ${RETENTION_BATCH}
      ))
      returning 1
    ), old_deliveries as (
      delete from webhook_deliveries
      where id = any(array(
        select id from webhook_deliveries where created_at < now() - interval '30 days'
        order by created_at limit ${RETENTION_BATCH}
      ))
      returning 1
    ), old_messages as (
      delete from channel_messages
      where id = any(array(
        select id from channel_messages where created_at < now() - interval '30 days'
        order by created_at limit ${RETENTION_BATCH}
      ))
      returning 1
    ), old_pushes as (
      delete from push_deliveries
      where id = any(array(
        select d.id from push_deliveries d join meetings m on m.id = d.meeting_id
        where d.created_at < now() - interval '30 days' and m.start_time < now()
        order by d.created_at limit ${RETENTION_BATCH}
      ))
      returning 1
    )
    select (select count(*) from old_meetings) + (select count(*) from old_mails) + (select count(*) from old_answers)
      + (select count(*) from old_links) + (select count(*) from old_deliveries) + (select count(*) from old_messages)
      + (select count(*) from old_pushes) as count
  `);
}

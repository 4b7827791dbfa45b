import * as z from 'zod';
import { briefingLanguage } from '#contract/users.ts';
import { type Connection, sql } from '#db/sql.ts';
import { displayName } from '#domain/user-name.ts';
import { localDate } from '#domain/zoned-time.ts';
import { wrongFactsOf } from './wrong-facts.ts';

const readerOfMeeting = z.object({
  reader: z.object({
    firstName: z.string(),
    lastName: z.string(),
    jobTitle: z.string().nullable(),
    offering: z.string().nullable(),
    meetingGoal: z.string().nullable(),
    /** The reader's goal for this meeting. */
    goal: z.string().nullable(),
  }),
  language: briefingLanguage,
  timezone: z.string(),
  history: z.array(z.object({ start: z.coerce.date(), text: z.string(), guests: z.array(z.string()) })),
});
export type ReaderOfMeeting = Awaited<ReturnType<typeof getReader>>;

const EARLIER_MEETINGS = 3;

/**
 * Returns what a meeting's user has told us about themselves, and their last meetings with any of its external guests,
 * newest first, each with its date in their time zone and their note on the outcome.
 */
export async function getReader(connection: Connection, meetingId: string) {
  const { timezone, history, reader, language } = await connection.one(sql.type(readerOfMeeting)`
    select
      jsonb_build_object(
        'firstName', u.first_name, 'lastName', u.last_name, 'jobTitle', u.job_title, 'offering', u.offering,
        'meetingGoal', u.meeting_goal, 'goal', m.goal
      ) as reader,
      u.briefing_language as language, u.timezone,
      coalesce((
        select jsonb_agg(jsonb_build_object('start', start_time, 'text', text, 'guests', guests) order by start_time desc)
        from (
          select p.start_time, array_agg(distinct b.email) as guests,
            p.title || ', with ' || string_agg(distinct coalesce(b.name, b.email), ', ')
              || coalesce('. What came of it: ' || p.outcome, '') as text
          from attendees a
          join attendees b on b.email = a.email and b.is_external
          join meetings p on p.id = b.meeting_id and p.user_id = m.user_id and p.id <> m.id
          where a.meeting_id = m.id and a.is_external and p.end_time <= least(m.start_time, now()) and p.status = 'confirmed'
            and p.user_response <> 'declined' and p.visibility = 'default'
          group by p.id order by p.start_time desc limit ${EARLIER_MEETINGS}
        ) as earlier
      ), '[]') as history
    from meetings m join users u on u.id = m.user_id
    where m.id = ${meetingId}
  `);
  const { firstName, lastName, ...profile } = reader;
  return {
    reader: { name: displayName({ firstName, lastName }) || null, ...profile },
    language,
    history: history.map(({ start, ...rest }) => ({ date: localDate(start, timezone), ...rest })),
  };
}

const readerWish = z.object({
  ...readerOfMeeting.shape.reader.omit({ firstName: true, lastName: true }).shape,
  language: briefingLanguage,
  companyDomain: z.string().nullable(),
  /** Errors the reader reported about these guests and companies. */
  wrongFacts: z.array(z.string()),
});
export type ReaderWish = z.infer<typeof readerWish>;

/** Returns the user's input that a meeting's briefing depends on, which may change at any time. */
export async function getReaderWish(connection: Connection, meetingId: string) {
  return await connection.one(sql.type(readerWish)`
    select u.job_title as "jobTitle", u.offering, u.meeting_goal as "meetingGoal", m.goal, u.briefing_language as language,
      u.company_domain as "companyDomain",
      array(select statement from (${wrongFactsOf(meetingId)}) as called) as "wrongFacts"
    from meetings m join users u on u.id = m.user_id
    where m.id = ${meetingId}
  `);
}

/** Returns the language of the user's briefings and emails. */
export async function getUserLanguage(connection: Connection, userId: string) {
  return await connection.oneFirst(sql.type(z.object({ language: briefingLanguage }))`
    select briefing_language as language from users where id = ${userId}
  `);
}

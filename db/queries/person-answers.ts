import * as z from 'zod';
import { type Connection, type MeetingKey, sql, type Transaction } from '#db/sql.ts';

export const personAnswer = z.object({
  email: z.string(),
  /** The page the user chose as being about the guest; null if none of those found. */
  chosenUrl: z.string().nullable(),
  /** Pages about someone else with the same name. */
  rejectedUrls: z.array(z.string()),
});
export type PersonAnswer = z.infer<typeof personAnswer>;

/** Columns of `person_answers`. */
export const answerColumns = sql.fragment`email, chosen_url as "chosenUrl", rejected_urls as "rejectedUrls"`;

/** Returns the user's answers about a meeting's guests. */
export async function listPersonAnswers(connection: Connection, { userId, meetingId }: MeetingKey) {
  return await connection.any(sql.type(personAnswer)`
    select ${answerColumns} from person_answers
    where user_id = ${userId} and email in (select email from attendees where meeting_id = ${meetingId})
    order by email
  `);
}

/**
 * Stores an answer. Rejected pages stay rejected, except one chosen now.
 *
 * @returns the previous answer; null if none
 */
export async function upsertPersonAnswer(transaction: Transaction, answer: PersonAnswer & { userId: string }) {
  const rejected = sql.array(answer.rejectedUrls, 'text');
  return await transaction.oneFirst(sql.type(z.object({ before: personAnswer.nullable() }))`
    with known as (
      select jsonb_build_object('email', email, 'chosenUrl', chosen_url, 'rejectedUrls', rejected_urls) as answer
      from person_answers where user_id = ${answer.userId} and email = ${answer.email}
    )
    insert into person_answers (user_id, email, chosen_url, rejected_urls)
    values (${answer.userId}, ${answer.email}, ${answer.chosenUrl}, ${rejected})
    on conflict (user_id, email) do update
    set chosen_url = excluded.chosen_url, answered_at = now(),
        rejected_urls = array(
          select distinct url from unnest(person_answers.rejected_urls || excluded.rejected_urls) as url
          where url is distinct from excluded.chosen_url order by url
        )
    returning (select answer from known) as before
  `);
}

import * as z from 'zod';
import { sql, type Transaction } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import type { Loss } from './restores.ts';

const marked = z.object({ briefings: z.number(), mails: z.number() });

/** How early a briefing may be sent (domain/briefing-schedule.ts), plus clock skew. */
const EARLY = sql.fragment`interval '3 minutes'`;

/**
 * Marks unfinished emails, webhooks, pushes and messages as `unknown`, as after a lost connection, and stores an
 * `unknown` email for each briefing that may have been sent in the lost time, so that restored workflows don't send it.
 * Call after restoring the database: no one knows what was sent in that time.
 */
export async function markUnknown(transaction: Transaction, loss: Loss): Promise<z.infer<typeof marked>> {
  const mails = await transaction.query(sql.typeAlias('void')`
    update emails set state = 'unknown', error = 'restored', secret = null where state in ('queued', 'sending')
  `);
  for (const table of ['webhook_deliveries', 'push_deliveries', 'channel_messages']) {
    await transaction.query(sql.typeAlias('void')`
      update ${sql.identifier([table])} set state = 'unknown', error = 'outcome_unknown', finished_at = now()
      where state in ('queued', 'sending')
    `);
  }
  const claims = await transaction.query(sql.typeAlias('void')`
    with due as (
      select m.id, m.user_id, m.start_time, u.email from meetings m join users u on u.id = m.user_id
      where m.status = 'confirmed' and m.briefing_state in ('scheduled', 'sending')
        and m.briefing_due_at between ${sql.timestamp(loss.from)} - ${EARLY} and ${sql.timestamp(loss.until)} + ${EARLY}
        and not exists (select from briefings b where b.meeting_id = m.id and b.kind = 'briefing')
    ), mails as (
      insert into emails (mail_key, user_id, kind, to_address, data, state, error)
      select 'briefing:' || id, user_id, 'briefing', email, '{}', 'unknown', 'restored' from due
      on conflict (mail_key) do nothing
      returning id, mail_key
    )
    insert into briefings (meeting_id, user_id, kind, email_id, meeting_start)
    select due.id, due.user_id, 'briefing', mails.id, due.start_time
    from due join mails on mails.mail_key = 'briefing:' || due.id
  `);
  await transaction.query(sql.typeAlias('void')`
    update meetings set briefing_state = 'unknown', briefing_reason = ${NO_BRIEFING.outcome_unknown}, updated_at = now()
    where id in (
      select b.meeting_id from briefings b join emails e on e.id = b.email_id
      where b.kind = 'briefing' and e.error = 'restored'
    )
  `);
  return { briefings: claims.rowCount, mails: mails.rowCount };
}

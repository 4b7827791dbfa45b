import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

const figures = z.object({ stuck: z.number(), unknownAddresses: z.number() });

/**
 * Returns the number of webhooks, channel messages and pushes in flight for longer than any attempt lasts, and the
 * number of addresses (mailboxes, channels and browsers) with an unknown outcome in the last hour. A single affected
 * address points to a problem there; many, to a problem of ours or of the mail service. Emails marked as unknown after
 * a restore don't count, as its operator knows of them. Neither do webhooks, which only a restore marks.
 */
export async function getDeliveryFigures(connection: Connection) {
  return await connection.one(sql.type(figures)`
    select
      (select count(*) from webhook_deliveries where state = 'sending' and sending_at < now() - interval '2 minutes')
        + (select count(*) from channel_messages where state = 'sending' and sending_at < now() - interval '2 minutes')
        + (select count(*) from push_deliveries where state = 'sending' and sending_at < now() - interval '2 minutes') as stuck,
      (select count(distinct (user_id, kind)) from channel_messages
        where state = 'unknown' and finished_at > now() - interval '1 hour')
        + (select count(distinct subscription_id) from push_deliveries
          where state = 'unknown' and finished_at > now() - interval '1 hour')
        -- Sending stops within a day, so only ids from the last two days are read; ids start with their time.
        + (select count(distinct to_address) from emails
          where state = 'unknown' and error = 'outcome_unknown' and sending_at > now() - interval '1 hour'
            and id > (select uuidv7(interval '-2 days'))) as "unknownAddresses"
  `);
}

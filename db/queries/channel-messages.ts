import * as z from 'zod';
import { channelKind } from '#contract/channels.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import type { ChannelKind } from '#domain/enumerations.ts';
import { currentTraceparent } from '#telemetry/traces.ts';
import { messageState as state } from './channels.ts';
import { readerLocale } from './emails.ts';

/**
 * Queues an email's message to each enabled channel, once. Also queues the outbox messages that send them, except for
 * messages that replace the email, which the email's workflow sends.
 *
 * @param isReplaceable False if the caller cannot wait for messages: then they accompany the email instead.
 */
export async function insertChannelMessages(
  transaction: Transaction,
  { emailId, userId, isReplaceable }: { emailId: string; userId: string; isReplaceable: boolean },
) {
  await transaction.query(sql.typeAlias('void')`
    with enabled as (
      -- Locked: waits for a channel being deleted, then skips it.
      select id, kind, replaces_mail from channels
      where user_id = ${userId} and enabled and not exists (select from channel_messages where email_id = ${emailId})
      order by id for key share
    ), queued as (
      insert into channel_messages (user_id, channel_id, kind, email_id, replaces_mail)
      select ${userId}, id, kind, ${emailId}, replaces_mail and ${isReplaceable} from enabled
      returning id, replaces_mail
    )
    insert into outbox (message, traceparent)
    select jsonb_build_object('workflow', 'channel-message', 'messageId', id, 'userId', ${userId}::text), ${currentTraceparent()}
    from queued where not replaces_mail
  `);
}

const replacing = z.object({ id: z.uuid(), state });

/** Returns the messages that replace the email, in any state. */
export async function listReplacingMessages(connection: Connection, emailId: string) {
  return await connection.any(sql.type(replacing)`
    select id, state from channel_messages where email_id = ${emailId} and replaces_mail order by id
  `);
}

/**
 * Queues a test message, even to a disabled channel; the caller queues its outbox message. Returns the test message's
 * id; null if the user has no such channel.
 */
export async function insertTestMessage(
  transaction: Transaction,
  { userId, kind }: { userId: string; kind: ChannelKind },
) {
  return await transaction.maybeOneFirst(sql.typeAlias('id')`
    with tested as (select id from channels where user_id = ${userId} and kind = ${kind} for key share)
    insert into channel_messages (user_id, channel_id, kind, is_test)
    select ${userId}, id, ${kind}, true from tested returning id
  `);
}

const message = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  kind: channelKind,
  emailId: z.uuid().nullable(),
  isTest: z.boolean(),
  state,
  /** Null if its channel was deleted. */
  channelId: z.uuid().nullable(),
  /** Encrypted, owner `channelOwner(channelId)`. */
  address: z.string().nullable(),
  isEnabled: z.boolean(),
  /** The account is closed or locked. */
  isOwnerDisabled: z.boolean(),
  /** The reader's language and formats. */
  reader: readerLocale,
});
export type ChannelMessage = z.infer<typeof message>;

/** Returns the message and locks it until the transaction ends. */
export async function lockChannelMessage(transaction: Transaction, id: string) {
  return await transaction.maybeOne(sql.type(message)`
    select m.id, m.user_id as "userId", m.kind, email_id as "emailId", is_test as "isTest", state, channel_id as "channelId", address,
      coalesce(enabled, false) as "isEnabled", users.disabled_at is not null as "isOwnerDisabled",
      jsonb_build_object('language', briefing_language, 'locale', locale, 'hourCycle', hour_cycle) as reader
    from channel_messages m join users on users.id = m.user_id left join channels on channels.id = m.channel_id
    where m.id = ${id} for update of m
  `);
}

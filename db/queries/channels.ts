import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import { channelKind } from '#contract/channels.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import type { ChannelKind } from '#domain/enumerations.ts';
import { deliveryState } from './delivery-states.ts';
import { hashAccount, insertJournalEntry } from './journal-entries.ts';

/** The states of deliveries, plus `withdrawn`: the meeting changed before the message was sent. */
export const messageState = z.enum([...deliveryState.options, 'withdrawn']);

/** Returns the owner of an address's envelope. */
export const channelOwner = (id: string) => `channel:${id}`;

const listedChannel = z.object({
  kind: channelKind,
  hint: z.string(),
  enabled: z.boolean(),
  replacesMail: z.boolean(),
  createdAt: z.date(),
  stoppedAt: z.date().nullable(),
  lastState: messageState.nullable(),
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
  lastAt: z.date().nullable(),
});
export type ListedChannel = z.infer<typeof listedChannel>;

/** Returns a user's channels with the outcome of their last message. */
export async function listChannels(connection: Connection, userId: string) {
  return await connection.any(sql.type(listedChannel)`
    select channels.kind, hint, enabled, channels.replaces_mail as "replacesMail", channels.created_at as "createdAt",
      stopped_at as "stoppedAt", last.state as "lastState", last.status as "lastStatus", last.error as "lastError",
      coalesce(last.finished_at, last.created_at) as "lastAt"
    from channels left join lateral (
      select state, status, error, created_at, finished_at from channel_messages
      where channel_id = channels.id order by created_at desc, id desc limit 1
    ) last on true
    where user_id = ${userId} order by channels.kind
  `);
}

type ChannelKey = { userId: string; kind: ChannelKind };

/**
 * Stores a channel.
 *
 * @param channel.address Encrypted, owner `channelOwner(id)`.
 */
export async function insertChannel(
  transaction: Transaction,
  channel: ChannelKey & {
    id: string;
    sessionId: string;
    address: string;
    hint: string;
    enabled: boolean;
    replacesMail: boolean;
  },
) {
  await transaction.query(sql.typeAlias('void')`
    insert into channels (id, user_id, kind, session_id, address, hint, enabled, replaces_mail)
    values (${channel.id}, ${channel.userId}, ${channel.kind}, ${channel.sessionId}, ${channel.address}, ${channel.hint},
      ${channel.enabled}, ${channel.replacesMail})
  `);
}

/** Changes a channel; enabling it also clears `stopped_at`. Returns false if the user has no such channel. */
export async function updateChannel(
  transaction: Transaction,
  { userId, kind, enabled, replacesMail }: ChannelKey & { enabled: boolean; replacesMail: boolean },
) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    update channels
    set enabled = ${enabled}, replaces_mail = ${replacesMail},
        stopped_at = case when ${enabled} then null else stopped_at end
    where user_id = ${userId} and kind = ${kind}
  `);
  return rowCount === 1;
}

/** Deletes a channel. Returns false if the user has no such channel. */
export async function deleteChannel(transaction: Transaction, { userId, kind }: ChannelKey) {
  return await deleteChannels(transaction, userId, sql.fragment`kind = ${kind}`);
}

/** Deletes a channel again after a restore. Returns false if the user has no such channel. */
export async function deleteChannelById(transaction: Transaction, { userId, id }: { userId: string; id: string }) {
  return await deleteChannels(transaction, userId, sql.fragment`id = ${id}`);
}

/**
 * Deletes channels, so that a restore doesn't bring them back. Returns false if there were none.
 *
 * @param which A condition on the user's rows.
 */
export async function deleteChannels(transaction: Transaction, userId: string, which: FragmentSqlToken) {
  const ids = await transaction.any(sql.typeAlias('id')`
    delete from channels where user_id = ${userId} and ${which} returning id
  `);
  const account = hashAccount(userId);
  for (const { id } of ids) await insertJournalEntry(transaction, { kind: 'channel-deleted', account, channelId: id });
  return ids.length > 0;
}

const stoppedChannel = z.object({ id: z.uuid(), userId: z.uuid(), kind: channelKind, stoppedAt: z.date() });

/** Turns a channel off. Returns null if it was off already, so that its user is emailed once. */
export async function stopChannel(transaction: Transaction, id: string) {
  return await transaction.maybeOne(sql.type(stoppedChannel)`
    update channels set enabled = false, stopped_at = now() where id = ${id} and enabled
    returning id, user_id as "userId", kind, stopped_at as "stoppedAt"
  `);
}

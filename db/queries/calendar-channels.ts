import * as z from 'zod';
import { type AccountKey, type Connection, sql } from '#db/sql.ts';
import type { Provider } from '#domain/enumerations.ts';

const noticeChannel = z.object({
  userId: z.uuid(),
  tokenHash: z.instanceof(Buffer),
  resourceId: z.string().nullable(),
  /** The calendar is enabled, and its account is connected and syncs automatically. */
  isFollowed: z.boolean(),
});

const batchChannel = z.object({ ...noticeChannel.shape, channelId: z.string() });

/** Like `findNoticeChannel`, for several ids in one query: made-up ids cost nothing extra. */
export async function listNoticeChannels(connection: Connection, provider: Provider, channelIds: readonly string[]) {
  return await connection.any(sql.type(batchChannel)`
    select ch.channel_id as "channelId", i.user_id as "userId", ch.token_hash as "tokenHash", ch.resource_id as "resourceId",
      c.enabled and i.status = 'connected' and i.sync_enabled as "isFollowed"
    from calendar_channels ch
    join calendars c on c.id = ch.calendar_id
    join calendar_integrations i on i.id = c.integration_id
    where ch.provider = ${provider} and ch.channel_id = any(${sql.array([...new Set(channelIds)], 'text')})
  `);
}

/** Returns the data to check a notification against; null if its channel was never opened or is closed. */
export async function findNoticeChannel(connection: Connection, provider: Provider, channelId: string) {
  return await connection.maybeOne(sql.type(noticeChannel)`
    select i.user_id as "userId", ch.token_hash as "tokenHash", ch.resource_id as "resourceId",
      c.enabled and i.status = 'connected' and i.sync_enabled as "isFollowed"
    from calendar_channels ch
    join calendars c on c.id = ch.calendar_id
    join calendar_integrations i on i.id = c.integration_id
    where ch.provider = ${provider} and ch.channel_id = ${channelId}
  `);
}

const channelRow = z.object({
  calendarId: z.uuid(),
  channelId: z.string(),
  resourceId: z.string().nullable(),
  /** It should be renewed: half its lifetime is over, or the vendor asked for a renewal. */
  isDue: z.boolean(),
});
export type ChannelRow = z.infer<typeof channelRow>;

/** Returns an account's open channels, newest first. */
export async function listChannels(connection: Connection, integrationId: string) {
  return await connection.any(sql.type(channelRow)`
    select ch.calendar_id as "calendarId", ch.channel_id as "channelId", ch.resource_id as "resourceId",
      ch.renew_at <= now() as "isDue"
    from calendar_channels ch join calendars c on c.id = ch.calendar_id
    where c.integration_id = ${integrationId}
    order by ch.created_at desc
  `);
}

/** Stores a channel, to be renewed after half its lifetime. */
export async function insertChannel(
  connection: Connection,
  channel: {
    provider: Provider;
    channelId: string;
    calendarId: string;
    resourceId: string | null;
    tokenHash: Buffer;
    expiresAt: Date;
  },
) {
  await connection.query(sql.typeAlias('void')`
    insert into calendar_channels (provider, channel_id, calendar_id, resource_id, token_hash, expires_at, renew_at)
    values (${channel.provider}, ${channel.channelId}, ${channel.calendarId}, ${channel.resourceId},
      ${sql.binary(channel.tokenHash)}, ${sql.timestamp(channel.expiresAt)}, ${halfwayTo(channel.expiresAt)})
  `);
}

export async function updateChannelExpiry(
  connection: Connection,
  provider: Provider,
  channelId: string,
  expiresAt: Date,
) {
  await connection.query(sql.typeAlias('void')`
    update calendar_channels set expires_at = ${sql.timestamp(expiresAt)}, renew_at = ${halfwayTo(expiresAt)}
    where provider = ${provider} and channel_id = ${channelId}
  `);
}

/** Makes the next sync renew the channel. */
export async function markChannelDue(connection: Connection, provider: Provider, channelId: string) {
  await connection.query(sql.typeAlias('void')`
    update calendar_channels set renew_at = now() where provider = ${provider} and channel_id = ${channelId}
  `);
}

/** Deletes a channel. From now on, its notifications have no effect. */
export async function deleteChannel(connection: Connection, provider: Provider, channelId: string) {
  await connection.query(sql.typeAlias('void')`
    delete from calendar_channels where provider = ${provider} and channel_id = ${channelId}
  `);
}

const closedChannel = z.object({ channelId: z.string(), resourceId: z.string().nullable() });

/** Deletes an account's channels and returns them, to be closed at the vendor. */
export async function deleteChannels(connection: Connection, account: AccountKey) {
  return await connection.any(sql.type(closedChannel)`
    delete from calendar_channels ch
    using calendars c join calendar_integrations i on i.id = c.integration_id
    where c.id = ch.calendar_id and i.user_id = ${account.userId} and i.provider = ${account.provider}
    returning ch.channel_id as "channelId", ch.resource_id as "resourceId"
  `);
}

/** Returns the ids of an account's calendars that may get a channel now. */
export async function listChannelCandidates(connection: Connection, integrationId: string) {
  return await connection.anyFirst(sql.typeAlias('id')`
    select id from calendars
    where integration_id = ${integrationId} and enabled and (channel_retry_at is null or channel_retry_at <= now())
  `);
}

/** Postpones the next request for a channel by `minutes`; until then, the calendar is polled. */
export async function deferChannel(connection: Connection, calendarId: string, minutes: number) {
  await connection.query(sql.typeAlias('void')`
    update calendars set channel_retry_at = now() + ${minutes} * interval '1 minute' where id = ${calendarId}
  `);
}

const halfwayTo = (expiresAt: Date) => sql.fragment`now() + (${sql.timestamp(expiresAt)} - now()) / 2`;

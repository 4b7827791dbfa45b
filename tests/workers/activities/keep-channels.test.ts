import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { connectCalendar, syncNow } from '#tests/support/calendar-account.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startGoogle } from '#tests/support/google-account.ts';
import { startMicrosoft } from '#tests/support/microsoft-account.ts';
import { openVendorInbox } from '#tests/support/vendor-inbox.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { revokeGrants } from '#workers/calendar/revoke-grants.ts';

const [google, microsoft, inbox] = await Promise.all([
  forThisFile(startGoogle()),
  forThisFile(startMicrosoft()),
  forThisFile(openVendorInbox()),
]);
const { context } = await forThisFile(
  createTestContext({
    calendars: { google: google.provider(), microsoft: microsoft.provider() },
    noticeUrls: { google: `${inbox.url}/google`, microsoft: `${inbox.url}/microsoft` },
  }),
);

let count = 0;
async function connect(provider: 'google' | 'microsoft') {
  count += 1;
  const email = `person${count}@harborline.test`;
  const person = provider === 'google' ? await google.person(email) : await microsoft.person(email);
  const account = await connectCalendar(context, person, provider);
  return { ...account, person, sync: () => syncNow(context, account) };
}

const channelRow = z.object({ channelId: z.string(), daysLeft: z.number() });
const channelsOf = async ({ integrationId }: { integrationId: string }) =>
  await context.pool.any(sql.type(channelRow)`
    select channel_id as "channelId", extract(epoch from expires_at - now())::float8 / 86400 as "daysLeft"
    from calendar_channels ch join calendars c on c.id = ch.calendar_id where c.integration_id = ${integrationId}
  `);
const makeDue = async () =>
  await context.pool.query(sql.typeAlias('void')`update calendar_channels set renew_at = now() - interval '1 second'`);

const OPEN = {
  google: /^POST \/calendar\/v3\/calendars\/.+\/events\/watch$/,
  microsoft: /^POST \/v1\.0\/subscriptions$/,
};
const CLOSE = { google: /^POST \/calendar\/v3\/channels\/stop$/, microsoft: /^DELETE \/v1\.0\/subscriptions\/.+$/ };
const counted = (lines: readonly string[], pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;

describe.each(['google', 'microsoft'] as const)('%s', (provider) => {
  const vendor = { google, microsoft }[provider];

  test('the first sync opens a channel before reading, and the next one keeps it', async () => {
    const account = await connect(provider);
    const requests = await vendor.watchRequests();
    expect(await account.sync()).toMatchObject({ outcome: 'synced' });
    const [channel, ...others] = await channelsOf(account);
    expect(others).toEqual([]);
    expect(channel?.daysLeft).toBeGreaterThan(5);
    const lines = await requests();
    expect(counted(lines, OPEN[provider])).toBe(1);
    const isReading = (line: string) => /^GET .*(?:\/events|\/delta)$/.test(line);
    expect(lines.findIndex((line) => OPEN[provider].test(line))).toBeLessThan(lines.findIndex(isReading));

    const later = await vendor.watchRequests();
    await account.sync();
    expect(await later()).toHaveLength(1);
    expect(await channelsOf(account)).toHaveLength(1);
  });

  test('cases 7 and 11: a channel due for renewal is replaced at Google and extended at Microsoft', async () => {
    const account = await connect(provider);
    await account.sync();
    const [before] = await channelsOf(account);
    await makeDue();
    const requests = await vendor.watchRequests();
    await account.sync();
    const [after, ...others] = await channelsOf(account);
    expect(others).toEqual([]);
    expect(after?.channelId === before?.channelId).toBe(provider === 'microsoft');
    const lines = await requests();
    expect(counted(lines, CLOSE[provider])).toBe(provider === 'google' ? 1 : 0);
    expect(counted(lines, /^PATCH \/v1\.0\/subscriptions\/.+$/)).toBe(provider === 'microsoft' ? 1 : 0);
  });

  test('case 12: a channel forgotten by the vendor is replaced', async () => {
    const account = await connect(provider);
    await account.sync();
    await context.pool.query(sql.typeAlias('void')`update calendar_channels set channel_id = ${crypto.randomUUID()}
      where calendar_id in (select id from calendars where integration_id = ${account.integrationId})`);
    const [forgotten] = await channelsOf(account);
    await makeDue();
    await account.sync();
    const [after, ...others] = await channelsOf(account);
    expect(others).toEqual([]);
    expect(after?.channelId).not.toBe(forgotten?.channelId);
  });

  test('case 47: a refused channel is not retried, and the sync continues', async () => {
    const account = await connect(provider);
    const path = provider === 'google' ? '/calendar/v3/calendars/' : '/v1.0/subscriptions';
    await vendor.fault({ method: 'POST', path, status: 400 });
    expect(await account.sync()).toMatchObject({ outcome: 'synced' });
    const requests = await vendor.watchRequests();
    await account.sync();
    expect(counted(await requests(), OPEN[provider])).toBe(0);
    expect(await channelsOf(account)).toEqual([]);
  });

  test('no channel is opened while sync is off', async () => {
    const account = await connect(provider);
    await context.pool.query(sql.typeAlias('void')`
      update calendar_integrations set sync_enabled = false where id = ${account.integrationId}
    `);
    await account.sync();
    expect(await channelsOf(account)).toEqual([]);
  });

  test('the channel of a calendar switched off is closed', async () => {
    const account = await connect(provider);
    await account.person.addCalendar('Second');
    await account.sync();
    expect(await channelsOf(account)).toHaveLength(2);
    await context.pool.query(sql.typeAlias('void')`
      update calendars set is_switched_off = true where integration_id = ${account.integrationId} and not is_primary
    `);
    const requests = await vendor.watchRequests();
    await account.sync();
    expect(await channelsOf(account)).toHaveLength(1);
    expect(counted(await requests(), CLOSE[provider])).toBe(1);
  });

  test('case 46: disconnecting closes the channel at the vendor', async () => {
    const account = await connect(provider);
    await account.sync();
    const requests = await vendor.watchRequests();
    await revokeGrants(context, { userId: account.userId, provider });
    expect(counted(await requests(), CLOSE[provider])).toBe(1);
    expect(await channelsOf(account)).toEqual([]);
  });
});

test('case 47: no channel is opened without a public URL', async () => {
  const account = await connect('google');
  const { noticeUrls } = context;
  context.noticeUrls = {};
  await account.sync();
  context.noticeUrls = noticeUrls;
  expect(await channelsOf(account)).toEqual([]);
});

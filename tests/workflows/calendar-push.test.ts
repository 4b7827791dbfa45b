import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createToken, hashToken } from '#db/link-token.ts';
import { insertChannel } from '#db/queries/calendar-channels.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox } from '#tests/support/builders.ts';
import { connectCalendar, integrationOf, listMeetings } from '#tests/support/calendar-account.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startGoogle } from '#tests/support/google-account.ts';
import { startMicrosoft } from '#tests/support/microsoft-account.ts';
import { connectEngine, createTestContext } from '#tests/support/worker.ts';
import type { WorkerContext } from '#workers/context.ts';
import { calendarSyncId, calendarSyncStatusQuery } from '#workflows/names.ts';
import { eventually } from './meeting-lab.ts';

/** Requests that come within this time after a sync began share the next one (workflows/sync-calendar.ts). */
const BURST_MS = 5_000;
/** The sync interval is so long that no poll happens during a test. */
const settings = {
  publicUrl: 'http://localhost:3000',
  supportEmail: 'support@foreword.test',
  syncIntervalS: 90_000_000,
};

const google = await forThisFile(startGoogle());
const microsoft = await forThisFile(startMicrosoft());
const engine = await forThisFile(connectEngine());
const api = await openTestApi({ TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace });
const own = await forThisFile(createTestContext({ settings }));
const context: WorkerContext = {
  ...own.context,
  pool: api.pool,
  encryption: api.encryption,
  calendars: { google: google.provider(), microsoft: microsoft.provider() },
  noticeUrls: { google: `${api.url}/api/webhooks/google`, microsoft: `${api.url}/api/webhooks/microsoft` },
};
const worker = await engine.startWorker(context, ['core', 'sync', 'sync-microsoft']);
afterAll(worker.stop);

const guests = {
  google: async () => {
    const person = await google.person('push@harborline.test');
    return { person, edit: async () => await person.add({ title: 'Told of', start: inHours(5) }) };
  },
  microsoft: async () => {
    const person = await microsoft.person('push@eastgate.test');
    return { person, edit: async () => await person.add({ title: 'Told of', start: inHours(5) }) };
  },
};

test.each(['google', 'microsoft'] as const)(
  'cases 6, 10 and 47: an edit in a %s calendar arrives by push, without a poll',
  async (provider) => {
    const { person, edit } = await guests[provider]();
    const { userId, integrationId } = await connectCalendar(context, person, provider);
    await api.pool.transaction((transaction) =>
      insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal: 'sync' }]),
    );
    await eventually(
      () => integrationOf(context, integrationId),
      ({ lastSyncAt }) => lastSyncAt !== null,
    );
    expect(await listMeetings(context, userId)).toEqual([]);
    await edit();
    const meetings = await eventually(
      () => listMeetings(context, userId),
      ({ length }) => length > 0,
    );
    expect(meetings).toMatchObject([{ title: 'Told of' }]);
    await api.pool.transaction((transaction) =>
      insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal: 'stop' }]),
    );
  },
);

test('a thousand notifications cause at most two syncs plus one per 5 s, without missing a change', async () => {
  const person = await google.person('storm@harborline.test');
  const { userId, integrationId } = await connectCalendar(context, person);
  const tell = async (signal: 'sync' | 'stop') =>
    await api.pool.transaction((transaction) =>
      insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider: 'google', signal }]),
    );
  await tell('sync');
  await eventually(
    () => integrationOf(context, integrationId),
    ({ lastSyncAt }) => lastSyncAt !== null,
  );
  const [channelId, token] = [randomUUID(), createToken()];
  const calendarId = await api.pool.oneFirst(sql.typeAlias('id')`
    select id from calendars where integration_id = ${integrationId}
  `);
  const expiresAt = new Date(Date.now() + 86_400_000);
  const channel = { channelId, calendarId, resourceId: 'storm', tokenHash: hashToken(token), expiresAt };
  await insertChannel(api.pool, { provider: 'google', ...channel });
  const handle = engine.client.workflow.getHandle(calendarSyncId({ userId, provider: 'google' }));
  const begun = Date.now();
  const { syncs: before } = await handle.query(calendarSyncStatusQuery);

  const headers = {
    'x-goog-channel-id': channelId,
    'x-goog-channel-token': token,
    'x-goog-resource-id': 'storm',
    'x-goog-resource-state': 'exists',
  };
  const notify = async () => (await fetch(`${api.url}/api/webhooks/google`, { method: 'POST', headers })).status;
  for (let sent = 0; sent < 1000; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, notify));
    expect(new Set(answers)).toEqual(new Set([204]));
  }
  await person.add({ title: 'After the storm', start: inHours(5) });
  expect(await notify()).toBe(204);
  await eventually(
    () => listMeetings(context, userId),
    ({ length }) => length > 0,
  );
  await eventually(
    () => listOutbox(api.pool),
    ({ length }) => length === 0,
  );
  const { syncs } = await handle.query(calendarSyncStatusQuery);
  // On a busy machine, sending and emptying the outbox take more than a second, so more bursts can follow.
  const bursts = Math.floor((Date.now() - begun) / BURST_MS);
  expect(syncs - before).toBeLessThanOrEqual(2 + bursts);
  await tell('stop');
});

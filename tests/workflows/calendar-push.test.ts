import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { connectCalendar, integrationOf, listMeetings } from '#tests/support/calendar-account.ts';
import { eventAt, inHours, startGoogle, type TestGoogle } from '#tests/support/google-account.ts';
import { graphEventAt, startMicrosoft, type TestMicrosoft } from '#tests/support/microsoft-account.ts';
import { connectEngine, createTestContext, type TestEngine, type TestWorker } from '#tests/support/worker.ts';
import type { WorkerContext } from '#workers/context.ts';
import { eventually } from './meeting-lab.ts';

/** Polling would not be there for weeks. */
const settings = {
  publicUrl: 'http://localhost:3000',
  supportEmail: 'support@foreword.test',
  syncIntervalS: 90_000_000,
};

let google: TestGoogle;
let microsoft: TestMicrosoft;
let api: TestApi;
let engine: TestEngine;
let worker: TestWorker;
let context: WorkerContext;
let close: () => Promise<void>;
beforeAll(async () => {
  [google, microsoft, engine] = await Promise.all([startGoogle(), startMicrosoft(), connectEngine()]);
  api = await startApi({ TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace });
  const test = await createTestContext({ settings });
  close = test.close;
  context = {
    ...test.context,
    pool: api.pool,
    encryption: api.encryption,
    calendars: { google: google.provider(), microsoft: microsoft.provider() },
    noticeUrls: { google: `${api.url}/api/webhooks/google`, microsoft: `${api.url}/api/webhooks/microsoft` },
  };
  worker = await engine.startWorker(context, ['core', 'sync']);
});
afterAll(async () => {
  await worker.stop();
  await engine.close();
  await Promise.all([api.close(), close(), google.close(), microsoft.close()]);
});

const guests = {
  google: async () => {
    const person = await google.account('push@harborline.test');
    return { person, edit: async () => await person.addEvent(eventAt(inHours(5), { summary: 'Told of' })) };
  },
  microsoft: async () => {
    const person = await microsoft.account('push@eastgate.test');
    return { person, edit: async () => await person.addEvent(graphEventAt(inHours(5), { subject: 'Told of' })) };
  },
};

test.each(['google', 'microsoft'] as const)(
  'an edit in a calendar of %s is there as soon as the vendor tells of it, whatever the poll',
  async (provider) => {
    const { person, edit } = await guests[provider]();
    const { userId, integrationId } = await connectCalendar(context, person, provider);
    await api.pool.transaction((transaction) =>
      insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal: 'sync' }]),
    );
    await eventually(
      () => integrationOf(context, integrationId),
      ({ lastSyncAt }) => lastSyncAt !== null,
      60_000,
    );
    expect(await listMeetings(context, userId)).toEqual([]);
    await edit();
    const meetings = await eventually(
      () => listMeetings(context, userId),
      ({ length }) => length > 0,
      60_000,
    );
    expect(meetings).toMatchObject([{ title: 'Told of' }]);
    await api.pool.transaction((transaction) =>
      insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal: 'stop' }]),
    );
  },
  180_000,
);

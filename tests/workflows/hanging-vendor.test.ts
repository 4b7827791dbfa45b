import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMessage } from '#api/deliver-message.ts';
import { type Dispatcher, startDispatcher } from '#api/dispatcher.ts';
import { openPool } from '#db/pool.ts';
import { VendorUnavailableError } from '#providers/errors.ts';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { createSes, type SesVendor } from '#sandbox/ses/ses.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import type { Vendor } from '#sandbox/vendor.ts';
import { connectCalendar } from '#tests/support/calendar-account.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { startGoogle, type TestGoogle } from '#tests/support/google-account.ts';
import { startMicrosoft, type TestMicrosoft } from '#tests/support/microsoft-account.ts';
import { createSandboxMail, createSandboxModel } from '#tests/support/vendor-adapters.ts';
import { connectEngine, createTestContext, type TestEngine, type TestWorker } from '#tests/support/worker.ts';
import type { WorkerContext } from '#workers/context.ts';
import { eventually } from './meeting-lab.ts';

/** More than a worker syncs concurrently, and more than its connection pool holds. */
const STUCK_ACCOUNTS = 24;
/** Syncs of one vendor that a worker runs concurrently. */
const SLOTS = 20;

/** The response of Google's token endpoint. It comes only after the test, so a test that waits for it fails. */
const hung = Promise.withResolvers<never>();
hung.promise.catch(() => undefined);
/** Number of calls waiting for that endpoint. */
let waiting = 0;

let google: TestGoogle;
let microsoft: TestMicrosoft;
let anthropic: Started<Vendor>;
let ses: Started<SesVendor>;
let engine: TestEngine;
let context: WorkerContext;
let worker: TestWorker;
let apiPool: DatabasePool;
let dispatcher: Dispatcher;
let close: () => Promise<void>;

beforeAll(async () => {
  [google, microsoft, anthropic, ses, engine] = await Promise.all([
    startGoogle(),
    startMicrosoft(),
    startVendor((options) => createAnthropic({ ...options, latencyMs: [0, 0] })),
    startVendor(createSes),
    connectEngine(),
  ]);
  let databaseUrl: string;
  ({ context, databaseUrl, close } = await createTestContext({
    calendars: { google: { ...google.provider(), refresh: callHungEndpoint }, microsoft: microsoft.provider() },
    model: createSandboxModel(anthropic),
    mail: createSandboxMail(ses),
  }));
  worker = await engine.startWorker(context);
  // The API has its own connections, as in production.
  apiPool = await openPool(databaseUrl);
  dispatcher = startDispatcher({ pool: apiPool, databaseUrl, client: engine.client, logger: context.logger });
});
afterAll(async () => {
  hung.reject(new VendorUnavailableError());
  await worker.stop();
  await dispatcher.stop();
  await apiPool.end();
  await engine.close();
  await Promise.all([close(), google.close(), microsoft.close(), anthropic.close(), ses.close()]);
});

async function callHungEndpoint(): Promise<never> {
  waiting += 1;
  return await hung.promise;
}

test('attack 43: an Outlook meeting is briefed in time while Google’s token endpoint hangs', async () => {
  const stuck = await Promise.all(
    Array.from({ length: STUCK_ACCOUNTS }, async (_, index) =>
      connectCalendar(context, await google.person(`stuck${index}@harborline.test`)),
    ),
  );
  const person = await microsoft.person('ines@eastgate.test');
  const { userId } = await connectCalendar(context, person, 'microsoft');
  await person.add({ start: inHours(1), guests: ['leonie.hartmann@brightwater.test'] });

  for (const { userId: stuckId } of stuck)
    await deliverMessage(engine.client, {
      workflow: 'calendar-sync',
      userId: stuckId,
      provider: 'google',
      signal: 'sync',
    });
  await eventually(
    () => waiting,
    (count) => count >= SLOTS,
  );

  await deliverMessage(engine.client, { workflow: 'calendar-sync', userId, provider: 'microsoft', signal: 'sync' });
  const mails = await eventually(
    () => ses.vendor.outbox(person.email),
    ({ length }) => length > 0,
  );
  expect(mails).toHaveLength(1);
});

import { metrics } from '@opentelemetry/api';
import { createEncryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { createGoogleCalendar } from '#providers/calendar/google.ts';
import { createLogger } from '#telemetry/logger.ts';
import { syncAccount } from '#workers/calendar/sync-account.ts';
import { createWorkerMeters } from '#workers/metrics.ts';

/**
 * Runs one Google sync as a separate process that a test can kill. Prints `page` before each page, and `done` with the
 * outcome at the end. Settings: DATABASE_URL, ENCRYPTION_KEYS, GOOGLE_BASE_URL, USER_ID, PAGE_SIZE.
 */
const { DATABASE_URL = '', ENCRYPTION_KEYS = '', GOOGLE_BASE_URL = '', USER_ID = '', PAGE_SIZE = '' } = process.env;

const pool = await openPool(DATABASE_URL, { maxConnections: 2 });
const google = createGoogleCalendar({
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  baseUrl: GOOGLE_BASE_URL,
  pageSize: Number(PAGE_SIZE),
});
const refuse = async (): Promise<never> => {
  throw new Error('A sync must not call this vendor.');
};
const result = await syncAccount(
  {
    pool,
    encryption: createEncryption(ENCRYPTION_KEYS),
    logger: createLogger({ service: 'sync-process', level: 'warn' }),
    meters: createWorkerMeters(metrics.getMeter('sync-process')),
    calendars: { google },
    noticeUrls: {},
    model: { gather: refuse, answer: refuse },
    caps: { briefingUsd: 0, dailyUserUsd: 0, dailyTotalUsd: 0 },
    mail: { send: refuse },
    webhooks: { send: refuse },
    push: { send: refuse },
    chat: { send: refuse },
    payments: {
      listPlans: refuse,
      createCustomer: refuse,
      listCustomers: refuse,
      createCheckout: refuse,
      getCheckout: refuse,
      expireCheckout: refuse,
      expireCheckouts: refuse,
      createPortal: refuse,
      listSubscriptions: refuse,
      listInvoices: refuse,
      cancelNow: refuse,
      setCancelAtPeriodEnd: refuse,
      deleteCustomer: refuse,
    },
    settings: { publicUrl: 'http://localhost:3000', supportEmail: 'support@foreword.test', syncIntervalS: 900 },
  },
  { userId: USER_ID, provider: 'google' },
  {
    signal: new AbortController().signal,
    onProgress: () => process.stdout.write('page\n'),
    deadlineMs: Infinity,
  },
);
process.stdout.write(`done ${result.outcome}\n`);
await pool.end();

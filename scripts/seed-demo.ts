import { hashPassword } from '#api/passwords.ts';
import { upsertConnectedIntegration } from '#db/queries/calendar-integrations.ts';
import { deleteUserByEmail, hasUsers } from '#db/queries/demo-history.ts';
import { upsertIdentity } from '#db/queries/identities.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { insertCustomer } from '#db/queries/payment-customers.ts';
import { findUserByEmail, insertUser, updateRole } from '#db/queries/users.ts';
import { insertWhitelistEntries } from '#db/queries/whitelist-entries.ts';
import type { Transaction } from '#db/sql.ts';
import type { CalendarGrant } from '#providers/calendar/provider.ts';
import { createLogger } from '#telemetry/logger.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import { followCustomer } from '#workers/billing/follow-customer.ts';
import { syncAccount } from '#workers/calendar/sync-account.ts';
import { readConfig } from '#workers/config.ts';
import type { WorkerContext } from '#workers/context.ts';
import { createContext } from '#workers/create-context.ts';
import { createWorkerMeters } from '#workers/metrics.ts';
import { grantAtSandbox } from './demo/connect-google.ts';
import { writeHistory } from './demo/history.ts';

const DANA = 'dana@harborline.test';
const ADMIN = 'admin@foreword.test';
/** Dana at the sandboxed payment provider: twelve days into her trial. */
const DANA_CUSTOMER = 'cus_dana';

/** The vendors that are sandboxed. Real ones don't know dana, and research with the real model costs money. */
const sandboxed = new Set(process.env['SANDBOX_VENDORS']?.split(','));

/**
 * Fills an empty database with the README's demo accounts: dana, with two weeks of meetings before and after today, and
 * the administrator, who is created last and so marks a complete seed.
 */
async function seedDemo(): Promise<void> {
  const config = readConfig();
  const logger = createLogger({ service: 'seed', level: 'warn' });
  const metrics = createMetrics({ service: 'seed', logger });
  const context = await createContext(config, logger, createWorkerMeters(metrics.meter));
  try {
    if (await findUserByEmail(context.pool, ADMIN)) return;
    // An earlier, interrupted seed left dana without the administrator.
    await deleteUserByEmail(context.pool, DANA);
    if (await hasUsers(context.pool)) return;
    const google = context.calendars.google;
    if (google && sandboxed.has('google')) await seedDana(context, await grantAtSandbox(google, DANA));
    const whitelisted = sandboxed.has('stripe') ? [ADMIN] : [ADMIN, DANA];
    await context.pool.transaction((transaction) => seedAdmin(transaction, whitelisted));
  } finally {
    await context.pool.end();
    await metrics.close();
  }
}

async function seedDana(context: WorkerContext, grant: CalendarGrant): Promise<void> {
  const passwordHash = await hashPassword('foreword-demo');
  const userId = await context.pool.transaction(async (transaction) => {
    const user = await insertUser(transaction, {
      email: DANA,
      emailVerifiedAt: new Date(),
      passwordHash,
      firstName: 'Dana',
      lastName: 'Whitfield',
      companyDomain: 'harborline.test',
      timezone: 'Europe/Amsterdam',
      locale: null,
    });
    if (!user) throw new Error(`${DANA} exists already`);
    if (sandboxed.has('stripe')) {
      await insertCustomer(transaction, user.id, DANA_CUSTOMER);
      await insertOutboxMessages(transaction, [{ workflow: 'subscription', userId: user.id }]);
    }
    await connectGoogle(transaction, context, user.id, grant);
    return user.id;
  });
  await followCustomer(context, userId);
  await syncAccount(
    context,
    { userId, provider: 'google' },
    { signal: AbortSignal.timeout(60_000), onProgress: () => {}, deadlineMs: Date.now() + 60_000 },
  );
  if (sandboxed.has('anthropic')) await writeHistory(context, userId);
}

async function connectGoogle(
  transaction: Transaction,
  { encryption }: WorkerContext,
  userId: string,
  { account, refreshToken, scopes }: CalendarGrant,
): Promise<void> {
  if (refreshToken === null) throw new Error('the sandbox granted no offline access');
  const encrypted = encryption.encrypt(refreshToken, `${userId}:google`);
  const { issuer, subject, email } = account;
  await upsertIdentity(transaction, {
    issuer,
    subject,
    provider: 'google',
    userId,
    email,
    scopes,
    refreshToken: encrypted,
  });
  await upsertConnectedIntegration(transaction, {
    userId,
    provider: 'google',
    accountSubject: subject,
    accountEmail: email,
    refreshToken: encrypted,
    scopes,
  });
  await insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider: 'google', signal: 'sync' }]);
}

async function seedAdmin(transaction: Transaction, whitelisted: string[]): Promise<void> {
  const admin = await insertUser(transaction, {
    email: ADMIN,
    emailVerifiedAt: new Date(),
    passwordHash: await hashPassword('foreword-admin'),
    firstName: 'Foreword',
    lastName: 'Admin',
    companyDomain: 'foreword.test',
    timezone: null,
    locale: null,
  });
  await updateRole(transaction, { email: ADMIN, role: 'superadmin' });
  await insertWhitelistEntries(transaction, {
    emails: whitelisted,
    reason: 'Beta tester',
    durationDays: null,
    contractReference: null,
    addedBy: admin?.id ?? null,
  });
}

await seedDemo();

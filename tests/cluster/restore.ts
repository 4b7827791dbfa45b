import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteAccount } from '#contract/account.ts';
import { getSession } from '#contract/auth.ts';
import { sql } from '#db/sql.ts';
import { takeBaseBackup } from '#ops/commands/backup.ts';
import { describeError } from '#ops/commands/describe-error.ts';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';
import { type Instance, startInstance } from '#tests/faults/instance.ts';
import { connectNewcomer, countMails, type Newcomer } from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { createBackupArchive } from '#tests/support/backup-archive.ts';
import { tallySteps } from '#tests/support/tally-steps.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { loseTail } from './lost-tail.ts';
import { archiveEverything, markUnknown, replayJournal, restore, type Site, superuserUrl } from './restore-site.ts';

/**
 * `npm run test:restore`: takes a base backup under load, deletes the product's and the engine's databases, and
 * restores them to the archive's end, to an earlier moment, and to ten seconds ago with fifty meetings in different
 * phases. The last line is `N passed, N failed`.
 */
async function runRestore(): Promise<number> {
  const folders = await createTestState();
  const { step, end } = tallySteps();
  const open: { stop: () => Promise<void> }[] = [];
  try {
    const journal = join(folders.root, 'journal');
    await mkdir(journal);
    const archive = await createBackupArchive(folders.root);
    const cluster = await step('the engine and a database with WAL archiving start', (progress) =>
      startCluster({ folders, progress, postgres: archive.settings }),
    );
    open.push(cluster);
    const instance = await step('the product starts on them', () =>
      startInstance({ ...settingsFor(cluster), JOURNAL_DIR: journal }),
    );
    open.push(instance);
    const site: Site = { folders, cluster, instance, archive };
    const past = await step('a base backup is taken while people sign up', () => backUpUnderLoad(site));
    const late = await step('a briefing is sent after the restore point', () => sendAfterMoment(site));
    await step('a restore to the end loses nothing and sends no email twice', () => restoreToEnd(site, past, late));
    await step('a restore to an earlier moment does not resend unknown mail', () => restoreToMoment(site, past, late));
    await step('the last seconds of fifty meetings are lost: no briefing is sent twice', (progress) =>
      loseTail(site, past.backup, progress),
    );
  } catch {
    // The step has reported the error.
  } finally {
    for (const part of open.toReversed()) await part.stop();
    await removeState(folders);
  }
  return end();
}

type Past = { backup: string; acknowledged: Newcomer[] };
type Late = { newcomer: Newcomer; leaver: Newcomer; moment: Date };

function settingsFor({ address, uiUrl, database }: Cluster): Record<string, string> {
  return {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: 'foreword',
    TEMPORAL_UI_URL: uiUrl,
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_GENERAL: 'off',
  };
}

async function backUpUnderLoad({ folders, cluster, instance, archive }: Site): Promise<Past> {
  const acknowledged: Newcomer[] = [];
  const signUps = async () => {
    for (let count = 0; count < 5; count += 1) acknowledged.push(await connectNewcomer(instance, 0));
  };
  const backups = join(folders.root, 'backups');
  const [backup] = await Promise.all([
    takeBaseBackup({
      databaseUrl: superuserUrl(cluster),
      dataFolder: await realpath(folders.postgres),
      backupsFolder: backups,
      publicKey: archive.publicKey,
    }),
    signUps(),
  ]);
  for (const newcomer of acknowledged) {
    await until('a briefing is sent', async () => (await countMails(instance, newcomer)) === 1, 120_000);
  }
  return { backup, acknowledged };
}

/**
 * Sends a briefing and closes an account. The restore point is after the sync that schedules the briefing and before
 * the briefing is sent.
 */
async function sendAfterMoment(site: Site): Promise<Late> {
  const { instance } = site;
  const newcomer = await connectNewcomer(instance, 150_000);
  await until('the briefing is planned', () =>
    instance.pool.exists(sql.typeAlias('void')`
      select from meetings where user_id = ${newcomer.userId} and briefing_state = 'scheduled' and research_state = 'completed'
    `),
  );
  const leaver = await connectNewcomer(instance, 3_600_000);
  const moment = new Date();
  await leaver.client.data(deleteAccount, { body: {} });
  await until('the briefing is sent', async () => (await countMails(instance, newcomer)) === 1, 240_000);
  await until('it is recorded as sent', () => briefingIs(instance, newcomer, 'sent'));
  await archiveEverything(site);
  await until('the closed account is deleted', async () => !(await hasAccount(instance, leaver)), 60_000);
  return { newcomer, leaver, moment };
}

async function restoreToEnd(site: Site, { backup, acknowledged }: Past, { newcomer }: Late): Promise<void> {
  await restore(site, backup, null, () => markUnknown(site));
  const everybody = [...acknowledged, newcomer];
  for (const one of everybody) await until('nothing is lost', () => briefingIs(site.instance, one, 'sent'), 90_000);
  await expectOneMailEach(site.instance, everybody);
}

async function restoreToMoment(site: Site, { backup, acknowledged }: Past, late: Late): Promise<void> {
  const { newcomer, leaver, moment } = late;
  await restore(site, backup, moment, async () => {
    await markUnknown(site);
    await replayJournal(site);
  });
  await until('the briefing is unknown', () => briefingIs(site.instance, newcomer, 'unknown'), 90_000);
  await expectOneMailEach(site.instance, [...acknowledged, newcomer]);
  if (!(await briefingIs(site.instance, newcomer, 'unknown'))) throw new Error('the briefing did not stay unknown');
  await until('the closed account is deleted again', async () => !(await hasAccount(site.instance, leaver)), 60_000);
  if ((await newcomer.client.data(getSession)).user !== null) throw new Error('a session came back');
}

async function briefingIs({ pool }: Instance, { userId }: Newcomer, state: string): Promise<boolean> {
  try {
    return await pool.exists(
      sql.typeAlias('void')`select from meetings where user_id = ${userId} and briefing_state = ${state}`,
    );
  } catch (error) {
    console.log(`  ..  the database does not answer yet: ${describeError(error)}`);
    return false;
  }
}

async function hasAccount({ pool }: Instance, { userId }: Newcomer): Promise<boolean> {
  return await pool.exists(sql.typeAlias('id')`select id from users where id = ${userId}`);
}

/** Throws unless everyone has exactly one email, even after the sender's first retries and the outbox sweep. */
async function expectOneMailEach(instance: Instance, newcomers: Newcomer[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 30_000));
  const counts = await Promise.all(newcomers.map((newcomer) => countMails(instance, newcomer)));
  if (counts.some((count) => count !== 1)) throw new Error(`emails: ${counts.join(', ')}`);
}

process.exit(await runRestore());

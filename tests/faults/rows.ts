import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { workerProcess } from '#scripts/stack/product.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { withEngine } from '#tests/support/engine-client.ts';
import { readMetric } from '#tests/support/metrics.ts';
import { QUEUES, SEND_EMAIL, sendEmailId } from '#workflows/names.ts';
import { type Cohort, syncAll } from './cohort.ts';
import { secondsSince } from './crashes.ts';
import type { Fault } from './fault.ts';
import { engineOf, type Instance } from './instance.ts';
import { startTwin } from './twin.ts';
import { until } from './until.ts';

/** Rows this build cannot read, because they are corrupt or from another build. */
export const rows: Fault[] = [
  { title: 'rows and workflows written by a newer build', run: newerRows, unaffected: 'all' },
  { title: 'corrupt rows', run: corruptRows, unaffected: 'all' },
  { title: 'an older build’s worker runs beside this one', run: olderWorker, unaffected: 'all' },
];

/** The time within which an alert must fire, including its own delay (ops/prometheus/alerts.yml). */
const ALERT_MS = 240_000;
/** Longer than the pause between two attempts to send an email. */
const REPEATED_WITHIN_MS = 60_000;

async function newerRows(instance: Instance): Promise<string> {
  const failed = await countAll(instance, ['sendMail']);
  const { pool } = instance;
  const message = { workflow: 'tomorrow', userId: randomUUID() };
  await pool.query(sql.typeAlias('void')`insert into outbox (message) values (${sql.jsonb(message)})`);
  const emailId = await insertMail(instance, 'tomorrow');
  const workflowId = `tomorrow:${randomUUID()}`;
  return await withEngine(engineOf(instance), async (client) => {
    const mail = await client.workflow.start(SEND_EMAIL, {
      workflowId: sendEmailId(emailId),
      taskQueue: QUEUES.core,
      args: [{ emailId }],
    });
    const workflow = await client.workflow.start('tomorrow', { workflowId, taskQueue: QUEUES.core });
    const isFailing = (api: string) => (readMetric(api, 'foreword_workflows_failing') ?? 0) >= 1;
    const shownAfter = await untilShown(instance, failed, isFailing);
    // Removes all three, as a newer build would by handling them.
    await pool.query(sql.typeAlias('void')`delete from outbox where message = ${sql.jsonb(message)}`);
    await workflow.terminate();
    await mail.terminate();
    await pool.query(sql.typeAlias('void')`delete from emails where id = ${emailId}`);
    return `a message, an email and a workflow were kept, and the alert metrics showed each within ${shownAfter} s`;
  });
}

async function insertMail({ pool }: Instance, kind: string): Promise<string> {
  const { id } = await pool.one(sql.typeAlias('id')`
    insert into emails (mail_key, kind, to_address, data)
    values (${`${kind}:${randomUUID()}`}, ${kind}, 'nobody@harborline.test', '{}') returning id
  `);
  return id;
}

async function corruptRows(instance: Instance, { people }: Cohort): Promise<string> {
  const failed = await countAll(instance, ['claimBriefing', 'sendMail']);
  const { pool } = instance;
  const { userId } = people.google;
  const message = { workflow: 'send-email', emailId: 'no id' };
  await pool.query(sql.typeAlias('void')`insert into outbox (message) values (${sql.jsonb(message)})`);
  const emailId = await insertMail(instance, 'password-changed');
  await pool.query(sql.typeAlias('void')`
    insert into outbox (message) values (${sql.jsonb({ workflow: 'send-email', emailId })})
  `);
  const meeting = await pool.one(sql.type(z.object({ id: z.uuid(), report: z.string() }))`
    select m.id, r.report::text as report from meetings m join research_results r on r.meeting_id = m.id
    where m.user_id = ${userId} and m.briefing_state = 'scheduled' and m.research_state = 'completed'
    order by m.briefing_due_at desc, m.id limit 1
  `);
  await pool.query(sql.typeAlias('void')`
    update research_results set report = '{"of": "nobody"}' where meeting_id = ${meeting.id}
  `);
  const calendar = await pool.one(sql.type(z.object({ id: z.uuid(), cursor: z.string().nullable() }))`
    update calendars c set sync_cursor = '{"corrupt'
    from (select id, sync_cursor from calendars where is_primary and integration_id in
      (select id from calendar_integrations where user_id = ${userId})) former
    where former.id = c.id returning c.id, former.sync_cursor as cursor
  `);
  await syncAll(instance, people);
  const shownAfter = await untilShown(instance, failed);
  // Repaired by hand, as docs/operations.md describes.
  await pool.query(sql.typeAlias('void')`delete from outbox where message = ${sql.jsonb(message)}`);
  await pool.query(sql.typeAlias('void')`
    update research_results set report = ${meeting.report}::jsonb where meeting_id = ${meeting.id}
  `);
  await pool.query(
    sql.typeAlias('void')`update calendars set sync_cursor = ${calendar.cursor} where id = ${calendar.id}`,
  );
  await pool.query(sql.typeAlias('void')`update emails set data = '{"name": "Nobody"}' where id = ${emailId}`);
  const isSent = () => pool.exists(sql.typeAlias('void')`select from emails where id = ${emailId} and state = 'sent'`);
  await until('the repaired email is sent', isSent, REPEATED_WITHIN_MS);
  return `only a message, an email, a meeting and a calendar were stuck, and the alert metrics showed it within ${shownAfter} s; once repaired, each continued`;
}

/** Runs a worker of the build before the last migration, so that each build handles the other's rows and workflows. */
async function olderWorker({ stack }: Instance): Promise<string> {
  const git = (...given: string[]) => execFileSync('git', given, { cwd: repositoryRoot, encoding: 'utf8' }).trim();
  const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'db/migrations');
  const before = git('rev-parse', `${newest}^`);
  const folder = mkdtempSync(join(tmpdir(), 'foreword-older-'));
  mkdirSync(join(folder, 'build'));
  try {
    execFileSync('sh', ['-c', `git archive ${before} | tar -x -C "$0"`, join(folder, 'build')], {
      cwd: repositoryRoot,
    });
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'build/node_modules'));
    const older = await startTwin(
      stack,
      { ...workerProcess(stack, 'built'), cwd: join(folder, 'build') },
      'WORKER_PORT',
    );
    try {
      await sleep(120_000);
    } finally {
      await older.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `build ${before.slice(0, 7)}, from before the newest migration, for two minutes`;
}

/**
 * Waits until the metrics show an unreadable message and at least three more failures of each activity than `failed`,
 * and `isShown` accepts the API's metrics. Returns how many seconds that took.
 */
async function untilShown(
  instance: Instance,
  failed: ReadonlyMap<string, number>,
  isShown: (api: string) => boolean = () => true,
): Promise<number> {
  const began = Date.now();
  const showEach = async () => {
    const api = await figuresOf(instance, 'api');
    const isUnreadable = readMetric(api, 'foreword_outbox_unreadable') === 1;
    const now = await countAll(instance, failed.keys());
    const areFailing = [...failed].every(([activity, before]) => (now.get(activity) ?? 0) > before + 2);
    return isUnreadable && isShown(api) && areFailing;
  };
  await until('the metrics show each', showEach, ALERT_MS);
  return secondsSince(began);
}

/** Returns a process's metrics in Prometheus' text format. */
export async function figuresOf({ stack }: Instance, part: 'api' | 'worker'): Promise<string> {
  const url = part === 'api' ? stack.publicUrl : `http://127.0.0.1:${stack.ports.worker}`;
  return await (await fetch(`${url}/metrics`)).text();
}

/** Counts unexpected failures by activity. Earlier faults in the same run count too, so compare the difference. */
async function countAll(instance: Instance, activities: Iterable<string>): Promise<ReadonlyMap<string, number>> {
  const figures = await figuresOf(instance, 'worker');
  const count = (activity: string) => readMetric(figures, 'foreword_activity_unexpected_total', activity) ?? 0;
  return new Map([...activities].map((activity) => [activity, count(activity)]));
}

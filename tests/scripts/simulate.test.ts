import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { describe, expect, test } from 'vitest';
import { RETENTION_MONTHS } from '#contract/limits.ts';
import { simulateDay, simulateDays } from '#scripts/simulate/day.ts';
import { describe as describeDays } from '#scripts/simulate/figures.ts';
import { type Input, inputs, ORIGINS, type Shares } from '#scripts/simulate/inputs.ts';
import { measureLimits, reachedAt } from '#scripts/simulate/limits.ts';
import { findOrigins } from '#scripts/simulate/origins.ts';
import { inputTable } from '#scripts/simulate/tables.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { planLoad } from '#tests/bench/mixed-load/plan-load.ts';
import { historiesFolder } from '#tests/support/histories.ts';

const USERS = 1_000;
const page = readFileSync(join(repositoryRoot, 'docs/scale.md'), 'utf8');
const days = simulateDays(USERS);
const { pushed } = days;

describe('the inputs', () => {
  const all: [string, Input<number | Shares>][] = Object.entries(inputs);

  test('have a link if and only if they come from documentation', () => {
    const unlinked = all.filter(([, { origin, url }]) => (origin === 'documented') !== (url !== null));
    expect(unlinked).toEqual([]);
  });

  test.for(all.flatMap(([name, { value }]) => (typeof value === 'number' ? [] : [{ name, value }])))(
    'have shares of $name that add up to 1',
    ({ value }) => {
      expect(value.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1);
    },
  );

  test('are all listed in docs/scale.md', () => {
    expect(page).toContain(inputTable());
  });

  test('leave people.ts and day.ts with only the constants DAY_MINUTES and SEEDS', () => {
    for (const name of ['people.ts', 'day.ts']) {
      const code = readFileSync(join(repositoryRoot, 'scripts/simulate', name), 'utf8');
      const constants = [...code.matchAll(/^const (?<name>[A-Z_]+) =/gm)].map((match) => match.groups?.['name']);
      expect(['DAY_MINUTES', 'SEEDS']).toEqual(expect.arrayContaining(constants));
    }
  });

  test('match the product’s settings', () => {
    expect(inputs.keptMonths.value).toBe(RETENTION_MONTHS);
    expect(source('workers/config.ts')).toContain(
      `SYNC_INTERVAL_S: z.coerce.number().int().min(10).default(${inputs.pollSeconds.value})`,
    );
    expect(source('workers/config.ts')).toContain(`.default(${inputs.researchDailyUsd.value})`);
    expect(source('workers/create-workers.ts')).toContain(`maxCachedWorkflows: ${inputs.cachedWorkflows.value},`);
    expect(source('docker-compose.yml')).toContain('memory: 1G');
    expect(source('docker-compose.yml')).toContain(`PG_MAX_CONNECTIONS:-${inputs.databaseConnections.value}`);
    expect(source('db/pool.ts')).toContain(`maxConnections = ${inputs.workerConnections.value}`);
    expect(source('api/server.ts')).toContain(`maxConnections: ${inputs.apiConnections.value - 1}`);
    expect(source('workflows/sync-calendar.ts')).toContain(`SYNCS_PER_RUN = ${inputs.syncsPerRun.value};`);
    expect(source('workers/activities/subscription.ts')).toContain(`AT_ONCE = ${inputs.stripeAtOnce.value}`);
  });
});

describe('an input is within 3 % of the recorded size of', () => {
  test.for([
    // From discovery until the meeting starts.
    { history: 'prepare-meeting-ended', from: 0, to: 32, bytes: inputs.historyBytesPerMeeting.value },
    // From the signal that the meeting moved to the next timer.
    { history: 'prepare-meeting-updated', from: 22, to: 37, bytes: inputs.historyBytesPerUpdate.value },
    // From the signal, after the start, to the timer.
    { history: 'sync-calendar-waiting', from: 1, to: 12, bytes: inputs.historyBytesPerSync.value },
    // From the start to the first command.
    { history: 'sync-calendar-short-run', from: 0, to: 4, bytes: inputs.historyBytesPerRunStart.value },
    // The event with the next run's id.
    { history: 'sync-calendar-first-run', from: 52, to: 53, bytes: inputs.historyBytesPerRunEnd.value },
    { history: 'send-email-sent', from: 0, to: 11, bytes: inputs.historyBytesPerMail.value },
  ])('$history', ({ history, from, to, bytes }) => {
    const measured = sizeOf(history, from, to);
    expect(measured).toBeGreaterThan(bytes * 0.97);
    expect(measured).toBeLessThan(bytes * 1.03);
  });
});

describe('a day', () => {
  test('counts emails, actions and rows of updates and digests', () => {
    const plain = simulateDay(USERS, { pollSeconds: inputs.pollSecondsWithPush.value, hasExtras: false });
    const extra = (what: 'mails' | 'actions' | 'rows') => Math.round(pushed.totals[what] - plain.totals[what]);
    const { updates, digests } = pushed;
    expect([updates > 0, digests > 0, plain.updates, plain.digests]).toEqual([true, true, 0, 0]);
    expect(extra('mails')).toBe(updates + digests);
    expect(extra('actions')).toBe(updates * inputs.actionsPerUpdate.value + digests * inputs.actionsPerMail.value);
    expect(extra('rows')).toBe(updates * inputs.rowsPerUpdate.value + digests * inputs.rowsPerDigest.value);
    expect(plain.totals.googleCalls).toBe(pushed.totals.googleCalls);
  });

  test('splits tokens by model', () => {
    const again = 1 + inputs.retryShare.value;
    const { meetings, cold, totals } = pushed;
    expect(totals.largeInput).toBeCloseTo(meetings * inputs.writeInputTokens.value * again);
    expect(totals.smallInput).toBeCloseTo(
      (meetings * inputs.judgeInputTokens.value + cold * inputs.gatherInputTokens.value) * again,
    );
  });

  test('shows whether calendar requests and paid searches meet their bars', () => {
    expect(describeDays(days)).toMatchObject({
      'calendar requests per user, with push and one poll a day; bar: at most 3': { text: '7.3, missed' },
      'paid searches per briefing; bar: at most 1': { text: '0.1, met' },
    });
  });

  test('matches docs/scale.md', () => {
    for (const [name, { text }] of Object.entries(describeDays(days))) expect(page).toContain(`| ${name} | ${text} |`);
    for (const [name, share] of Object.entries(measureLimits(days))) {
      expect(page).toContain(`| ${name} | ${Math.round(share * 100)} % |`);
    }
  });
});

describe('each figure and limit', () => {
  test('is listed in docs/scale.md with the inputs it depends on', () => {
    const names = [...Object.keys(describeDays(days)), ...Object.keys(measureLimits(days))];
    const rows = page.split('\n').filter((line) => names.some((name) => line.startsWith(`| ${name} | `)));
    expect(rows).toHaveLength(names.length);
    const origins = `(?:${ORIGINS.join('|')})`;
    const inputNames = `\`(?:${Object.keys(inputs).join('|')})\``;
    const part = `${origins}: ${inputNames}(?:, ${inputNames})*`;
    for (const row of rows) expect(row).toMatch(new RegExp(` \\| ${part}(?:; ${part})* \\|$`));
  });

  test('depends on the inputs that change it, sorted by effect', () => {
    expect(findOrigins(100)).toMatchObject({
      'Stripe calls': 'assumed: `payingShare`; setting: `stripeCallsPerCustomer`',
      email: 'assumed: `workingDays`, `externalMeetings`, `digestShare`; documented: `mailUsd`',
      'memory of a single worker process':
        'measured: `usersPerWorker`, `workerMemoryMb`; setting: `workerMemoryLimitMb`',
    });
    expect(simulateDays(USERS)).toEqual(days);
  });
});

test('a mixed load expects one email per replayed briefing', () => {
  const minutes = 30;
  const { briefings, expected } = planLoad(USERS, { minutes, pollSeconds: inputs.pollSeconds.value });
  expect(briefings.length).toBeGreaterThan(0);
  expect(expected.mails).toBe(briefings.length);
});

describe('the size at which a limit is reached', () => {
  test('is listed in docs/scale.md for each size explained there', () => {
    const explained = [...page.matchAll(/^\| (?<users>[\d,]+) \| /gm)].map((match) => match.groups?.['users'] ?? '');
    const reached = [...page.matchAll(/ % \| (?<users>[\d,]+) \| [^|]+ \|$/gm)].map((match) => match.groups?.['users']);
    expect(explained.length).toBeGreaterThan(10);
    // No limit is reached at the smallest size.
    expect(['1,000', ...reached]).toEqual(expect.arrayContaining(explained));
  });

  test.for([
    { points: [1_000, 0.5, 10_000, 2], users: 4_000 },
    { points: [1_000, 2, 10_000, 20], users: 500 },
    { points: [1_000, 0.01, 10_000, 0.1], users: 100_000 },
    { points: [1_000, 0.1, 10_000, 0.1], users: null },
  ])('is $users users for $points', ({ points: [small = 0, smallShare = 0, large = 0, largeShare = 0], users }) => {
    const points = [
      { users: small, share: smallShare },
      { users: large, share: largeShare },
    ];
    expect(reachedAt(points)).toBe(users);
  });
});

const source = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');

/** Returns the bytes of a part of a recorded history, encoded as the server stores it. */
function sizeOf(name: string, from: number, to: number): number {
  const history = historyFromJSON(JSON.parse(readFileSync(join(historiesFolder, `${name}.json`), 'utf8')));
  const message: unknown = history.constructor;
  if (!isMessage(message)) throw new TypeError('A history is a protobuf message');
  return message.encode({ events: history.events?.slice(from, to) }).finish().byteLength;
}

type Message = { encode(value: object): { finish(): Uint8Array } };
const isMessage = (value: unknown): value is Message => typeof value === 'function' && 'encode' in value;

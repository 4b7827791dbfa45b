import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Day, simulateDay } from './simulate/day.ts';
import { type Input, inputs } from './simulate/inputs.ts';
import { repositoryRoot } from './stack/repository.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** With vendor webhooks in place, one poll a day catches what they missed. */
const DAILY_S = 86_400;
const page = join(repositoryRoot, 'docs/scale.md');
const [open, close] = ['<!-- npm run simulate -- --write -->', '<!-- until here -->'];

/** `npm run simulate`: one working day at four sizes. `-- --write` puts the tables into docs/scale.md. */
async function simulate(): Promise<void> {
  const days = SIZES.map((users) => ({
    polled: simulateDay(users, inputs.pollSeconds.value),
    told: simulateDay(users, DAILY_S),
  }));
  const text = [
    table(
      ['a working day', ...SIZES.map(grouped)],
      days.map(({ told, polled }) => describe(told, polled)),
    ),
    table(
      ['limit', ...SIZES.map(grouped)],
      days.map(({ told, polled }) => limits(told, polled)),
    ),
    inputTable(),
  ].join('\n\n');
  if (!process.argv.includes('--write')) {
    console.log(text);
    return;
  }
  const written = await readFile(page, 'utf8');
  const [before, rest = ''] = written.split(open);
  await writeFile(page, `${before}${open}\n\n${text}\n\n${close}${rest.split(close)[1] ?? ''}`);
}

function describe(told: Day, polled: Day): Record<string, string> {
  const month = inputs.workingDays.value;
  const modelUsd = told.cold * inputs.coldUsd.value + (told.meetings - told.cold) * inputs.warmUsd.value;
  const bytes =
    told.users * inputs.userBytes.value +
    told.meetings * month * inputs.keptMonths.value * (inputs.meetingBytes.value + inputs.reportBytes.value);
  const wal = told.meetings * (inputs.meetingWal.value + inputs.reportBytes.value);
  const each = (usd: number) => `$${((usd * month) / told.users).toFixed(3)}`;
  return {
    'meetings with guests, briefings': grouped(told.meetings),
    'calls of Google, polled every 15 minutes': grouped(polled.googleCalls),
    'calls of Google, told by push and polled once a day': grouped(told.googleCalls),
    'calls of Graph, likewise': grouped(told.graphCalls),
    'notices of vendors': grouped(told.notices),
    'research whose company nobody had met': `${Math.round((told.cold / told.meetings) * 100)} %`,
    'model tokens a minute, at the highest': grouped(told.tokenPeakPerMinute),
    searches: grouped(told.searches),
    'mails, at the highest a second': `${grouped(told.mails)}, ${told.mailPeakPerSecond.toFixed(1)}`,
    'engine: actions, polled every 15 minutes': grouped(polled.actions),
    'engine: actions, told by push': grouped(told.actions),
    'engine: actions a user and month, told by push': grouped((told.actions * month) / told.users),
    'engine: bytes of payloads a user and month': grouped(
      (told.meetings * month * inputs.historyBytesPerMeeting.value) / told.users,
    ),
    'engine: actions a second, at the highest': told.actionPeakPerSecond.toFixed(1),
    'Postgres: rows of meetings after 13 months': grouped(told.meetings * month * inputs.keptMonths.value),
    'Postgres: GB after 13 months': (bytes / 1e9).toFixed(1),
    'Postgres: GB of log a day': (wal / 1e9).toFixed(1),
    'worker processes for mails at the highest': grouped(
      Math.max(1, told.mailPeakPerSecond / inputs.mailsPerSecond.value),
    ),
    'dollars a user and month: model': each(modelUsd),
    'engine, at the prices of Temporal Cloud': each(told.actions * inputs.actionUsd.value),
    mail: each(told.mails * inputs.mailUsd.value),
    database: `$${(((bytes / 1e9) * inputs.gigabyteUsd.value) / told.users).toFixed(3)}`,
  };
}

/** The share of each limit used; above 100 % it breaks. */
function limits(told: Day, polled: Day): Record<string, string> {
  const modelUsd = told.cold * inputs.coldUsd.value + (told.meetings - told.cold) * inputs.warmUsd.value;
  const share = (used: number, limit: Input) => `${Math.round((used / limit.value) * 100)} %`;
  return {
    RESEARCH_DAILY_TOTAL_USD: share(modelUsd, inputs.researchDailyUsd),
    'Google, calls a day, polled every 15 minutes': share(polled.googleCalls, inputs.googleCallsPerDay),
    'Google, calls a day, told by push': share(told.googleCalls, inputs.googleCallsPerDay),
    'Google, calls a minute, told by push': share(told.googlePeakPerMinute, inputs.googleCallsPerMinute),
    'mail service, mails a second': share(told.mailPeakPerSecond, inputs.mailsPerSecondLimit),
    'model, tokens a minute': share(told.tokenPeakPerMinute, inputs.modelTokensPerMinute),
    'a cluster of our own, actions a second': share(told.actionPeakPerSecond, inputs.engineActionsPerSecond),
  };
}

function table(head: string[], columns: Record<string, string>[]): string {
  const rows = Object.keys(columns[0] ?? {}).map((name) => [name, ...columns.map((column) => column[name] ?? '')]);
  return [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function inputTable(): string {
  const rows = Object.entries<Input>(inputs).map(([name, { value, origin, note }]) => [
    `\`${name}\``,
    String(value),
    origin,
    note,
  ]);
  return [['input', 'value', 'origin', 'what'], ['---', '--:', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function grouped(value: number): string {
  return Math.ceil(value).toLocaleString('en-US');
}

await simulate();

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Day, simulateDay } from './simulate/day.ts';
import { type Input, inputs } from './simulate/inputs.ts';
import { repositoryRoot } from './stack/repository.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** With push, one poll a day finds what notifications missed. */
const DAILY_S = 86_400;
const page = join(repositoryRoot, 'docs/scale.md');
const [open, close] = ['<!-- npm run simulate -- --write -->', '<!-- until here -->'];

/** `npm run simulate`: one working day at four sizes. `-- --write` updates the tables in docs/scale.md. */
async function simulate(): Promise<void> {
  const days = SIZES.map((users) => ({
    polled: simulateDay(users, inputs.pollSeconds.value),
    pushed: simulateDay(users, DAILY_S),
  }));
  const text = [
    table(
      ['a working day', ...SIZES.map(grouped)],
      days.map(({ pushed, polled }) => describe(pushed, polled)),
    ),
    table(
      ['limit', ...SIZES.map(grouped)],
      days.map(({ pushed, polled }) => limits(pushed, polled)),
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

function describe(pushed: Day, polled: Day): Record<string, string> {
  const month = inputs.workingDays.value;
  const modelUsd = pushed.cold * inputs.coldUsd.value + (pushed.meetings - pushed.cold) * inputs.warmUsd.value;
  const stored = pushed.meetings + pushed.users * inputs.internalMeetings.value;
  const kept = month * inputs.keptMonths.value;
  const size = ({ user, meeting, report, mail }: Record<'user' | 'meeting' | 'report' | 'mail', Input>) =>
    pushed.users * user.value +
    kept * (stored * meeting.value + pushed.meetings * report.value + pushed.mails * mail.value);
  const { userBytes, meetingBytes, reportBytes, mailBytes } = inputs;
  const { userIndexBytes, meetingIndexBytes, reportIndexBytes, mailIndexBytes } = inputs;
  const bytes = size({ user: userBytes, meeting: meetingBytes, report: reportBytes, mail: mailBytes });
  const indexBytes = size({
    user: userIndexBytes,
    meeting: meetingIndexBytes,
    report: reportIndexBytes,
    mail: mailIndexBytes,
  });
  // A meeting with two attendees, its report and its email are five of the rows; the others are mostly updates.
  const wal =
    stored * inputs.meetingWal.value +
    pushed.meetings * inputs.reportWal.value +
    pushed.mails * inputs.mailWal.value +
    (pushed.rows - 5 * pushed.meetings) * inputs.rowWal.value;
  const each = (usd: number) => `$${((usd * month) / pushed.users).toFixed(3)}`;
  return {
    'meetings with guests, briefings': grouped(pushed.meetings),
    'Google calls, polled every 15 minutes': grouped(polled.googleCalls),
    'Google calls, with push and one poll a day': grouped(pushed.googleCalls),
    'Graph calls, likewise': grouped(pushed.graphCalls),
    'push notifications': grouped(pushed.notices),
    'research on a company nobody has met': `${Math.round((pushed.cold / pushed.meetings) * 100)} %`,
    'model tokens a minute, peak': grouped(pushed.tokenPeakPerMinute),
    searches: grouped(pushed.searches),
    'emails a day, peak a second': `${grouped(pushed.mails)}, ${pushed.mailPeakPerSecond.toFixed(1)}`,
    'Temporal: actions, polled every 15 minutes': grouped(polled.actions),
    'Temporal: actions, with push': grouped(pushed.actions),
    'Temporal: actions per user and month, with push': grouped((pushed.actions * month) / pushed.users),
    'Temporal: payload bytes per user and month': grouped(
      (pushed.meetings * month * inputs.historyBytesPerMeeting.value) / pushed.users,
    ),
    'Temporal: actions a second, peak': pushed.actionPeakPerSecond.toFixed(1),
    'Postgres: rows written a day, with push': grouped(pushed.rows),
    'Postgres: meeting rows after 13 months': grouped(stored * kept),
    'Postgres: GB after 13 months, of them indexes': `${(bytes / 1e9).toFixed(1)}, ${(indexBytes / 1e9).toFixed(1)}`,
    'Postgres: GB of write-ahead log a day': (wal / 1e9).toFixed(1),
    'worker processes for emails, peak': grouped(Math.max(1, pushed.mailPeakPerSecond / inputs.mailsPerSecond.value)),
    'reads of the API a second, peak': pushed.readPeakPerSecond.toFixed(1),
    'dollars per user and month: model': each(modelUsd),
    'Temporal, at Temporal Cloud prices': each(pushed.actions * inputs.actionUsd.value),
    email: each(pushed.mails * inputs.mailUsd.value),
    "the database's storage": `$${(((bytes / 1e9) * inputs.gigabyteUsd.value) / pushed.users).toFixed(4)}`,
  };
}

/** Returns the share of each limit that is used; above 100 %, the limit is exceeded. */
function limits(pushed: Day, polled: Day): Record<string, string> {
  const modelUsd = pushed.cold * inputs.coldUsd.value + (pushed.meetings - pushed.cold) * inputs.warmUsd.value;
  const share = (used: number, limit: Input) => `${Math.round((used / limit.value) * 100)} %`;
  return {
    RESEARCH_DAILY_TOTAL_USD: share(modelUsd, inputs.researchDailyUsd),
    'Google, calls a day, polled every 15 minutes': share(polled.googleCalls, inputs.googleCallsPerDay),
    'Google, calls a day, with push': share(pushed.googleCalls, inputs.googleCallsPerDay),
    'Google, calls a minute, with push': share(pushed.googlePeakPerMinute, inputs.googleCallsPerMinute),
    'mail service, emails a second': share(pushed.mailPeakPerSecond, inputs.mailsPerSecondLimit),
    'model, tokens a minute': share(pushed.tokenPeakPerMinute, inputs.modelTokensPerMinute),
    'our own Temporal cluster, actions a second': share(pushed.actionPeakPerSecond, inputs.engineActionsPerSecond),
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

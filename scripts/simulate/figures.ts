import {
  databaseConnections,
  fewestWorkers,
  historyBytes,
  historyUsd,
  modelUsd,
  storage,
  stripeDay,
  workerProcesses,
} from './costs.ts';
import type { Day, Days } from './day.ts';
import { inputs } from './inputs.ts';
import { grouped } from './tables.ts';

/** One or more numbers, and how docs/scale.md writes them. */
export type Figure = { values: readonly number[]; text: string };

type Format = (value: number) => string;
const figure = (format: Format, ...values: number[]): Figure => ({ values, text: values.map(format).join(', ') });
const count = (...values: number[]) => figure(grouped, ...values);
const decimal = (...values: number[]) => figure((value) => value.toFixed(1), ...values);
const dollars = (value: number, digits = 3) => figure(() => `$${value.toFixed(digits)}`, value);
const judged = (most: number, value: number) =>
  figure(() => `${value.toFixed(1)}, ${value <= most ? 'met' : 'missed'}`, value);
/** At least one process, however little it has to do. */
const processes = (work: number) => figure((value) => grouped(Math.max(1, value)), work);

/** Returns the figures of a working day, by name. */
export function describe({ polled, pushed }: Days): Record<string, Figure> {
  return {
    'meetings with guests, briefings': count(pushed.meetings),
    ...describeVendors({ polled, pushed }),
    ...describeEngine({ polled, pushed }),
    ...describeDatabase(pushed),
    ...describeProcesses(pushed),
    ...describeDollars(pushed),
  };
}

function describeVendors({ polled, pushed }: Days): Record<string, Figure> {
  const { totals, peaks } = pushed;
  const requests = (day: Day) => (day.totals.googleCalls + day.totals.graphCalls) / day.users;
  return {
    'calendar requests per user, polled every 15 minutes': decimal(requests(polled)),
    [`calendar requests per user, with push and one poll a day; bar: at most ${inputs.calendarRequestsBar.value}`]:
      judged(inputs.calendarRequestsBar.value, requests(pushed)),
    'Google calls, polled every 15 minutes': count(polled.totals.googleCalls),
    'Google calls, with push': count(totals.googleCalls),
    'Graph calls, with push': count(totals.graphCalls),
    'push notifications': count(pushed.notices),
    'research on a company nobody has met': figure(
      (share) => `${Math.round(share * 100)} %`,
      pushed.cold / pushed.meetings,
    ),
    'model, small (gather, judge): input, output tokens a minute, peak': count(peaks.smallInput, peaks.smallOutput),
    'model, large (write): input, output tokens a minute, peak': count(peaks.largeInput, peaks.largeOutput),
    'paid searches': count(pushed.searches),
    [`paid searches per briefing; bar: at most ${inputs.searchesBar.value}`]: judged(
      inputs.searchesBar.value,
      pushed.searches / pushed.meetings,
    ),
    'emails a day': count(totals.mails),
    'emails a second, peak': decimal(peaks.mails / 60),
    'Stripe calls': count(stripeDay(pushed).calls),
    'Turnstile calls': count(pushed.users * inputs.signUps.value),
  };
}

function describeEngine({ polled, pushed }: Days): Record<string, Figure> {
  const month = inputs.workingDays.value;
  const { meetings, syncs, digests, total } = historyBytes(pushed);
  const each = (...bytes: number[]) => count(...bytes.map((all) => all / pushed.users));
  return {
    'Temporal: actions, polled every 15 minutes': count(polled.totals.actions),
    'Temporal: actions, with push': count(pushed.totals.actions),
    'Temporal: actions per user and month, with push': each(pushed.totals.actions * month),
    'Temporal: actions a second, peak': decimal(pushed.peaks.actions / 60),
    'Temporal: history bytes per user and month, polled every 15 minutes': each(historyBytes(polled).total),
    'Temporal: the same with push': each(total),
    'of which meetings, syncs, digests': each(meetings, syncs, digests),
  };
}

function describeDatabase(pushed: Day): Record<string, Figure> {
  const { meetings, gb, indexGb, walGb } = storage(pushed);
  return {
    'Postgres: rows written a day, with push': count(pushed.totals.rows),
    'Postgres: meeting rows after 13 months': count(meetings),
    'Postgres: GB after 13 months, of which indexes': decimal(gb, indexGb),
    'Postgres: GB of write-ahead log a day': decimal(walGb),
  };
}

/** Returns the processes each queue would need on its own at its peak, and how many are needed if each serves all. */
function describeProcesses(pushed: Day): Record<string, Figure> {
  const { core, sync, syncMicrosoft, research, email } = workerProcesses(pushed);
  return {
    'worker processes with a queue of their own: core': processes(core),
    'the same: sync, with push': processes(sync),
    'the same: sync-microsoft, with push': processes(syncMicrosoft),
    'the same: research': processes(research),
    'the same: email': processes(email),
    'worker processes: each with all queues': count(fewestWorkers(pushed)),
    'Postgres: connections at most, with these': count(databaseConnections(pushed)),
    'reads of the API a second, peak': decimal(pushed.peaks.reads / 60),
  };
}

function describeDollars(pushed: Day): Record<string, Figure> {
  const { users, totals } = pushed;
  const each = (usdPerDay: number) => dollars((usdPerDay * inputs.workingDays.value) / users);
  return {
    'dollars per user and month: model': each(modelUsd(pushed)),
    'Temporal Cloud, actions': each(totals.actions * inputs.actionUsd.value),
    'Temporal Cloud, histories': dollars(historyUsd(pushed) / users),
    email: each(totals.mails * inputs.mailUsd.value),
    "the database's storage": dollars((storage(pushed).gb * inputs.gigabyteUsd.value) / users, 4),
  };
}

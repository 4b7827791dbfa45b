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
import type { Day } from './day.ts';
import { inputs } from './inputs.ts';
import { grouped } from './tables.ts';

/** The same day with each account polled every 15 minutes, and with push and one poll a day. */
export type Days = { polled: Day; pushed: Day };

/** Returns the figures of a working day, by name. */
export function describe({ polled, pushed }: Days): Record<string, string> {
  return {
    'meetings with guests, briefings': grouped(pushed.meetings),
    ...describeVendors({ polled, pushed }),
    ...describeEngine({ polled, pushed }),
    ...describeDatabase(pushed),
    ...describeProcesses(pushed),
    ...describeDollars(pushed),
  };
}

function describeVendors({ polled, pushed }: Days): Record<string, string> {
  const { totals, peaks } = pushed;
  const requests = (day: Day) => (day.totals.googleCalls + day.totals.graphCalls) / day.users;
  return {
    'calendar requests per user, polled every 15 minutes': requests(polled).toFixed(1),
    [`calendar requests per user, with push and one poll a day; bar: at most ${inputs.calendarRequestsBar.value}`]:
      judged(requests(pushed), inputs.calendarRequestsBar.value),
    'Google calls, polled every 15 minutes': grouped(polled.totals.googleCalls),
    'Google calls, with push': grouped(totals.googleCalls),
    'Graph calls, with push': grouped(totals.graphCalls),
    'push notifications': grouped(pushed.notices),
    'research on a company nobody has met': `${Math.round((pushed.cold / pushed.meetings) * 100)} %`,
    'model, small (gather, judge): input, output tokens a minute, peak': `${grouped(peaks.smallInput)}, ${grouped(peaks.smallOutput)}`,
    'model, large (write): input, output tokens a minute, peak': `${grouped(peaks.largeInput)}, ${grouped(peaks.largeOutput)}`,
    'paid searches': grouped(pushed.searches),
    [`paid searches per briefing; bar: at most ${inputs.searchesBar.value}`]: judged(
      pushed.searches / pushed.meetings,
      inputs.searchesBar.value,
    ),
    'emails a day, peak a second': `${grouped(totals.mails)}, ${(peaks.mails / 60).toFixed(1)}`,
    'Stripe calls': grouped(stripeDay(pushed).calls),
    'Turnstile calls': grouped(pushed.users * inputs.signUps.value),
  };
}

function describeEngine({ polled, pushed }: Days): Record<string, string> {
  const month = inputs.workingDays.value;
  const { meetings, syncs, digests, total } = historyBytes(pushed);
  const each = (bytes: number) => grouped(bytes / pushed.users);
  return {
    'Temporal: actions, polled every 15 minutes': grouped(polled.totals.actions),
    'Temporal: actions, with push': grouped(pushed.totals.actions),
    'Temporal: actions per user and month, with push': each(pushed.totals.actions * month),
    'Temporal: actions a second, peak': (pushed.peaks.actions / 60).toFixed(1),
    'Temporal: history bytes per user and month, polled every 15 minutes': each(historyBytes(polled).total),
    'Temporal: the same with push': each(total),
    'of which meetings, syncs, digests': [meetings, syncs, digests].map(each).join(', '),
  };
}

function describeDatabase(pushed: Day): Record<string, string> {
  const { meetings, gb, indexGb, walGb } = storage(pushed);
  return {
    'Postgres: rows written a day, with push': grouped(pushed.totals.rows),
    'Postgres: meeting rows after 13 months': grouped(meetings),
    'Postgres: GB after 13 months, of which indexes': `${gb.toFixed(1)}, ${indexGb.toFixed(1)}`,
    'Postgres: GB of write-ahead log a day': walGb.toFixed(1),
  };
}

/** Returns the processes each queue would need at its peak if it had its own, and how many if they share all queues. */
function describeProcesses(pushed: Day): Record<string, string> {
  const { core, sync, syncMicrosoft, research, email } = workerProcesses(pushed);
  const processes = (work: number) => grouped(Math.max(1, work));
  return {
    'worker processes with a queue of their own: core': processes(core),
    'the same: sync, with push': processes(sync),
    'the same: sync-microsoft, with push': processes(syncMicrosoft),
    'the same: research': processes(research),
    'the same: email': processes(email),
    'worker processes: each with all queues': grouped(fewestWorkers(pushed)),
    'Postgres: connections at most, with these': grouped(databaseConnections(pushed)),
    'reads of the API a second, peak': (pushed.peaks.reads / 60).toFixed(1),
  };
}

function describeDollars(pushed: Day): Record<string, string> {
  const { users, totals } = pushed;
  const each = (usdPerDay: number) => `$${((usdPerDay * inputs.workingDays.value) / users).toFixed(3)}`;
  return {
    'dollars per user and month: model': each(modelUsd(pushed)),
    'Temporal Cloud, actions': each(totals.actions * inputs.actionUsd.value),
    'Temporal Cloud, histories': `$${(historyUsd(pushed) / users).toFixed(3)}`,
    email: each(totals.mails * inputs.mailUsd.value),
    "the database's storage": `$${((storage(pushed).gb * inputs.gigabyteUsd.value) / users).toFixed(4)}`,
  };
}

const judged = (value: number, most: number) => `${value.toFixed(1)}, ${value <= most ? 'met' : 'missed'}`;

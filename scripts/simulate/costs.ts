import type { Day } from './day.ts';
import { type Input, inputs } from './inputs.ts';

const BYTES_PER_GB = 1e9;
const HOURS_PER_MONTH = 730;

/** Returns the cost of the model and its searches for the day, in US dollars. */
export function modelUsd({ meetings, cold }: Day): number {
  return cold * inputs.coldUsd.value + (meetings - cold) * inputs.warmUsd.value;
}

/** Returns the bytes of workflow histories written in a month, in total and by kind of workflow. */
export function historyBytes({ meetings, updates, digests, notices, polls }: Day) {
  const month = inputs.workingDays.value;
  const runBytes = inputs.historyBytesPerRunStart.value + inputs.historyBytesPerRunEnd.value;
  const parts = {
    meetings: month * (meetings * inputs.historyBytesPerMeeting.value + updates * inputs.historyBytesPerUpdate.value),
    syncs: month * (notices + polls) * (inputs.historyBytesPerSync.value + runBytes / inputs.syncsPerRun.value),
    digests: month * digests * inputs.historyBytesPerMail.value,
  };
  return { ...parts, total: parts.meetings + parts.syncs + parts.digests };
}

/** Returns the cost of storing histories for a month at Temporal Cloud prices, in US dollars. */
export function historyUsd(day: Day): number {
  const openGb = (day.users * inputs.openSyncs.value * inputs.historyBytesPerSync.value) / BYTES_PER_GB;
  const closedGb = historyBytes(day).total / BYTES_PER_GB;
  return HOURS_PER_MONTH * (openGb * inputs.openGbHourUsd.value + closedGb * inputs.closedGbHourUsd.value);
}

/**
 * Returns the size of the database after the full retention period (rows of meetings, GB, and GB in indexes) and its
 * write-ahead log in GB a day.
 */
export function storage({ users, meetings, totals }: Day) {
  const kept = inputs.workingDays.value * inputs.keptMonths.value;
  const stored = meetings + users * inputs.internalMeetings.value;
  const size = ({ user, meeting, report, mail }: Record<'user' | 'meeting' | 'report' | 'mail', Input>) =>
    (users * user.value + kept * (stored * meeting.value + meetings * report.value + totals.mails * mail.value)) /
    BYTES_PER_GB;
  const { userBytes, meetingBytes, reportBytes, mailBytes } = inputs;
  const { userIndexBytes, meetingIndexBytes, reportIndexBytes, mailIndexBytes } = inputs;
  // A meeting with two attendees, its report and its email are five of the rows; the others are mostly updates.
  const wal =
    stored * inputs.meetingWal.value +
    meetings * inputs.reportWal.value +
    totals.mails * inputs.mailWal.value +
    (totals.rows - 5 * meetings) * inputs.rowWal.value;
  return {
    meetings: stored * kept,
    gb: size({ user: userBytes, meeting: meetingBytes, report: reportBytes, mail: mailBytes }),
    indexGb: size({
      user: userIndexBytes,
      meeting: meetingIndexBytes,
      report: reportIndexBytes,
      mail: mailIndexBytes,
    }),
    walGb: wal / BYTES_PER_GB,
  };
}

/** Returns how many worker processes each queue needs at its peak, as fractions. */
export function workerProcesses({ users, researchSlots, peaks }: Day) {
  const processes = (work: number, each: Input) => work / each.value;
  return {
    core: processes(users, inputs.usersPerWorker),
    sync: processes(peaks.googleCalls, inputs.syncsPerMinute),
    syncMicrosoft: processes(peaks.graphCalls, inputs.syncsPerMinute),
    research: processes(researchSlots, inputs.researchSlots),
    email: processes(peaks.mails / 60, inputs.mailsPerSecond),
  };
}

/** Returns the smallest number of worker processes that can do the work if each serves all queues. */
export function fewestWorkers(day: Day): number {
  return Math.ceil(Object.values(workerProcesses(day)).reduce((sum, part) => sum + part));
}

/** Returns the maximum number of connections to Postgres across all processes, with the fewest workers. */
export function databaseConnections(day: Day): number {
  const { workerConnections, apiConnections, apiProcesses, engineConnections } = inputs;
  return (
    fewestWorkers(day) * workerConnections.value + apiProcesses.value * apiConnections.value + engineConnections.value
  );
}

/** Returns the calls to Stripe that the daily comparison of subscriptions makes, and the hours it takes. */
export function stripeDay({ users }: Day): { calls: number; hours: number } {
  const calls = users * inputs.payingShare.value * inputs.stripeCallsPerCustomer.value;
  return { calls, hours: (calls * inputs.stripeCallSeconds.value) / inputs.stripeAtOnce.value / 3600 };
}

import type { CalendarSyncInput, CalendarSyncStatus } from './names.ts';

/**
 * Returns Markdown for the Temporal Web UI: the sync's state, what it is waiting for, what to do, and the workflow's
 * purpose, since a run that continues another has no summary of its own.
 */
export function describeSync({
  provider,
  state,
  lastSyncAt,
  nextSyncAt,
  syncs,
  lastFailure,
}: Pick<CalendarSyncInput, 'provider'> & CalendarSyncStatus & { lastFailure: string | null }): string {
  return [
    `Keeps a user’s ${provider} calendar in sync until it is disconnected.`,
    '',
    STATES[state],
    '',
    `- last good sync: ${lastSyncAt ?? 'none yet'}`,
    `- next poll: ${nextSyncAt ?? 'none planned'}`,
    `- syncs so far: ${syncs}`,
    ...(lastFailure ? [`- the last sync failed: \`${lastFailure}\`. Retried at the next poll.`] : []),
  ].join('\n');
}

const STATES: Record<CalendarSyncStatus['state'], string> = {
  waiting: '**Waiting** for the next poll. To sync at once, send the update `syncNow` or the signal `sync`.',
  syncing: '**Syncing.** The pending activity shows its progress.',
  paused: '**Paused**: polling is off. The signal `resume` turns it on; the update `syncNow` syncs once.',
  reconnect_needed:
    '**Parked**: the vendor ended the grant. The user was asked by email to reconnect the calendar, which resumes the sync. Nothing was deleted.',
  stopped: '**Stopped**: the calendar was disconnected.',
};

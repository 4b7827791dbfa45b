import type { CalendarSyncStatus } from './names.ts';

/** The current details that the Temporal Web UI shows of a calendar's sync, in Markdown: state, what is awaited, what to do. */
export function describeSync({
  state,
  lastSyncAt,
  nextSyncAt,
  syncs,
  lastFailure,
}: CalendarSyncStatus & { lastFailure: string | null }): string {
  return [
    STATES[state],
    '',
    `- last good sync: ${lastSyncAt ?? 'none yet'}`,
    `- next poll: ${nextSyncAt ?? 'none planned'}`,
    `- syncs so far: ${syncs}`,
    ...(lastFailure ? [`- the last sync failed: \`${lastFailure}\`. It is tried again at the next poll.`] : []),
  ].join('\n');
}

const STATES: Record<CalendarSyncStatus['state'], string> = {
  waiting: '**Waiting** for the next poll. To sync at once, send the update `syncNow` or the signal `sync`.',
  syncing: '**Syncing.** The pending activity shows how far it is.',
  paused: '**Paused**: polling is switched off. The signal `resume` switches it on; the update `syncNow` syncs once.',
  reconnect_needed:
    '**Parked**: the vendor ended the grant. The user was asked by mail to connect the calendar again, which goes on from here. Nothing was deleted.',
  stopped: '**Stopped**: the calendar was disconnected.',
};

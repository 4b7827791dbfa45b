import {
  type CalendarRow,
  finishFullSync,
  lockCalendar,
  saveFullSyncPage,
  startFullSync,
  updateSyncCursor,
} from '#db/queries/calendars.ts';
import { lockEventsOfUser } from '#db/queries/event-copies.ts';
import { cancelUnseenMeetings } from '#db/queries/synced-meetings.ts';
import { deleteUnseenUnreadableEvents, type UnreadableEventRow } from '#db/queries/unreadable-events.ts';
import type { Transaction } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { isWindowOutdated, type SyncWindow, syncWindow } from '#domain/sync-window.ts';
import type { CalendarProvider, EventPage, EventQuery } from '#providers/calendar/provider.ts';
import { CursorExpiredError } from '#providers/errors.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { AccessTokenSource } from './access-token.ts';
import type { CalendarOwner } from './synced-event.ts';
import { announceCancelled, type PageCounts, writePage } from './write-page.ts';

export type CalendarSync = {
  pool: WorkerContext['pool'];
  provider: CalendarProvider;
  tokens: AccessTokenSource;
  userId: string;
  owner: CalendarOwner;
  leadMinutes: number;
  /** The user's IANA time zone. */
  timeZone: string;
  signal: AbortSignal;
  /** Called before each page; returning true stops the sync there, to resume later. */
  pause: () => boolean;
  /** Called with newly unreadable events. */
  onUnreadable: (calendarId: string, events: readonly UnreadableEventRow[]) => void;
};

/** Another attempt has advanced the calendar, or the account was disconnected: this attempt's state is outdated. */
export class SyncSupersededError extends LoggableError {
  override name = 'SyncSupersededError';
}

/** A cursor this old is replaced even if nothing changed. */
const CURSOR_AGE_MS = 3_600_000;
/** An interrupted full sync older than this starts over: its page token may have expired and its window moved. */
const RESUMABLE_MS = 3_600_000;

function needsFullSync({ syncCursor, windowEnd, hasOrphanedCopies }: CalendarRow, now: Date): boolean {
  return syncCursor === null || windowEnd === null || isWindowOutdated(windowEnd, now) || hasOrphanedCopies;
}

/**
 * Syncs one calendar from its cursor, or in full: without a cursor, after it expired, when the window moves, or when
 * an event stored as a copy has lost its meeting. Each page and the sync's position are stored in one transaction.
 *
 * @returns false if paused before the end
 */
export async function syncCalendar(sync: CalendarSync, row: CalendarRow, counts: PageCounts): Promise<boolean> {
  const isFull = needsFullSync(row, new Date());
  const start = isFull && !isResumable(row) ? await beginFullSync(sync, row.id) : row;
  try {
    return await syncPages(sync, start, counts);
  } catch (error) {
    if (!(error instanceof CursorExpiredError)) throw error;
    // The expired cursor is deleted from the database before fetching, so that a crash cannot bring it back.
    return await syncPages(sync, await beginFullSync(sync, row.id), counts);
  }
}

async function syncPages(sync: CalendarSync, start: CalendarRow, counts: PageCounts): Promise<boolean> {
  let calendar = start;
  let pageToken = start.fullSyncPageToken;
  const window = windowOf(start);
  for (;;) {
    if (sync.pause()) return false;
    const { providerCalendarId: calendarId, isPrimary, syncCursor: cursor } = calendar;
    const query = { calendarId, isPrimary, window, cursor, pageToken, dayZone: sync.timeZone };
    const page = await fetchPage(sync, query);
    if (isNothingNew(calendar, page)) return true;
    const expected = calendar;
    const { hasUnreadableEvents } = expected;
    const target = { ...sync, calendarId: expected.id, window, hasUnreadableEvents };
    const { counts: ofPage, newlyUnreadable } = await sync.pool.transaction(async (transaction) => {
      await lockEventsOfUser(transaction, sync.userId);
      await requireUnmoved(transaction, expected);
      const written = await writePage(transaction, target, page);
      add(written.counts, await saveProgress(transaction, sync, expected, page));
      return written;
    });
    add(counts, ofPage);
    if (newlyUnreadable.length > 0) sync.onUnreadable(expected.id, newlyUnreadable);
    if (page.pageToken === null) return true;
    pageToken = page.pageToken;
    if (calendar.syncCursor === null) calendar = { ...calendar, fullSyncPageToken: pageToken };
  }
}

async function fetchPage(sync: CalendarSync, query: EventQuery): Promise<EventPage> {
  return await sync.tokens.use((accessToken) => sync.provider.listEvents(accessToken, query, sync.signal));
}

/**
 * Returns true if nothing has changed since the last sync, so that nothing needs writing. Vendors return a new cursor
 * every time; the stored one works equally well and is replaced only before it gets too old.
 */
function isNothingNew(
  { syncCursor, syncedAt }: CalendarRow,
  { changes, unreadable, series, pageToken, cursor }: EventPage,
): boolean {
  const isEmpty = changes.length === 0 && unreadable.length === 0 && series.length === 0;
  if (syncCursor === null || !isEmpty || pageToken !== null) return false;
  return cursor === syncCursor || Date.now() - (syncedAt?.getTime() ?? 0) < CURSOR_AGE_MS;
}

async function beginFullSync({ pool }: CalendarSync, calendarId: string): Promise<CalendarRow> {
  return await pool.transaction(async (transaction) => {
    if (!(await lockCalendar(transaction, calendarId)))
      throw new SyncSupersededError('The calendar is no longer synced.');
    return await startFullSync(transaction, calendarId, syncWindow(new Date()));
  });
}

/**
 * Throws if another attempt has advanced the calendar. One that missed its heartbeat may still be running, but only one
 * attempt may write each page.
 */
async function requireUnmoved(transaction: Transaction, expected: CalendarRow): Promise<void> {
  const current = await lockCalendar(transaction, expected.id);
  const isUnmoved =
    current !== null &&
    current.syncCursor === expected.syncCursor &&
    current.fullSyncPageToken === expected.fullSyncPageToken &&
    current.fullSyncStartedAt?.getTime() === expected.fullSyncStartedAt?.getTime();
  if (!isUnmoved) throw new SyncSupersededError('Another sync has advanced the calendar.');
}

/**
 * Saves the sync's position; after a full sync, also cancels the meetings it did not see. An incremental sync saves its
 * cursor only after the last page: repeating pages is harmless, skipping one is not.
 */
async function saveProgress(
  transaction: Transaction,
  { userId }: CalendarSync,
  calendar: CalendarRow,
  page: EventPage,
): Promise<PageCounts> {
  // Unreadable events still exist, so they are listed too.
  const eventIds = [...page.changes, ...page.unreadable].map(({ eventId }) => eventId);
  if (calendar.syncCursor !== null) {
    if (page.pageToken === null && page.cursor !== null) await updateSyncCursor(transaction, calendar.id, page.cursor);
    return NOTHING;
  }
  if (page.pageToken !== null) {
    await saveFullSyncPage(transaction, calendar.id, { pageToken: page.pageToken, eventIds });
    return NOTHING;
  }
  const cancelled = await cancelUnseenMeetings(transaction, {
    calendarId: calendar.id,
    window: windowOf(calendar),
    lastPageEventIds: eventIds,
    reason: NO_BRIEFING.cancelled,
  });
  await announceCancelled(transaction, userId, cancelled);
  if (calendar.hasUnreadableEvents) await deleteUnseenUnreadableEvents(transaction, calendar.id, eventIds);
  await finishFullSync(transaction, calendar.id, page.cursor);
  return { written: 0, cancelled: cancelled.length, unreadable: 0 };
}

const NOTHING: PageCounts = { written: 0, cancelled: 0, unreadable: 0 };

function add(counts: PageCounts, more: PageCounts): void {
  counts.written += more.written;
  counts.cancelled += more.cancelled;
  counts.unreadable += more.unreadable;
}

function isResumable({ fullSyncPageToken, fullSyncStartedAt, windowEnd }: CalendarRow): boolean {
  if (fullSyncPageToken === null || fullSyncStartedAt === null || windowEnd === null) return false;
  return Date.now() - fullSyncStartedAt.getTime() < RESUMABLE_MS;
}

function windowOf({ windowStart, windowEnd }: CalendarRow): SyncWindow {
  if (!windowStart || !windowEnd) throw new LoggableError('The sync has no window.');
  return { start: windowStart, end: windowEnd };
}

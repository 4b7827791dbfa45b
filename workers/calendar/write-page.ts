import { listOriginals, requestSyncsOfCopies, upsertEventCopies } from '#db/queries/event-copies.ts';
import { insertMeetingMessages } from '#db/queries/outbox.ts';
import {
  type CancelledMeeting,
  cancelMeetingsOfEvents,
  cancelOtherOccurrences,
  type KnownMeetingRow,
  listContentHashes,
  lockMeetingsOfEvents,
  type SyncedMeeting,
  upsertMeetings,
} from '#db/queries/synced-meetings.ts';
import { deleteUnreadableEvents, insertUnreadableEvents } from '#db/queries/unreadable-events.ts';
import { insertWebhookEvents } from '#db/queries/webhook-deliveries.ts';
import type { Transaction } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import type { CalendarEvent, EventChange, UnreadableEvent } from '#domain/calendar-event.ts';
import { applyChange, type ChangeSettings, type KnownMeeting } from '#domain/meeting-change.ts';
import type { SyncWindow } from '#domain/sync-window.ts';
import type { EventPage, SeriesExtent } from '#providers/calendar/provider.ts';
import { type CalendarOwner, type SyncedEvent, toSyncedEvent } from './synced-event.ts';

export type PageTarget = {
  userId: string;
  calendarId: string;
  window: SyncWindow;
  owner: CalendarOwner;
  leadMinutes: number;
  /** Whether any of the calendar's events is recorded as unreadable. */
  hasUnreadableEvents: boolean;
};

/** Numbers of meetings written and cancelled, and of unreadable events. */
export type PageCounts = { written: number; cancelled: number; unreadable: number };

export type WrittenPage = {
  counts: PageCounts;
  /** Unreadable events not known before. */
  newlyUnreadable: readonly Pick<UnreadableEvent, 'eventId' | 'field'>[];
};

/**
 * Stores one page of events and notifies the meetings' workflows. Unchanged events are only read. An event that
 * cannot be parsed or stored is recorded as unreadable without affecting the others. Safe to repeat.
 */
export async function writePage(
  transaction: Transaction,
  target: PageTarget,
  page: Pick<EventPage, 'changes' | 'series' | 'unreadable'>,
): Promise<WrittenPage> {
  const { present, goneIds } = sortOut(page.changes);
  const { synced, misunderstood } = understand(present, target);
  const ids = synced.map(({ content }) => content.eventId);
  const hashes =
    ids.length === 0 ? new Map<string, string>() : await listContentHashes(transaction, target.calendarId, ids);
  const changed = synced.filter((event) => isToBeWritten(event, hashes.get(event.content.eventId), target.window));

  const originals = await passOverCopies(transaction, target, changed);
  const { written, refused } = await writeAccepted(transaction, target, originals);
  const cancelled = await cancelGone(transaction, target, goneIds);
  const dropped = await cancelDropped(transaction, target, page.series);
  const unreadable = [...page.unreadable, ...misunderstood, ...refused];
  return {
    counts: { written, cancelled: cancelled + dropped, unreadable: unreadable.length },
    newlyUnreadable: await noteUnreadable(transaction, target, page.changes, unreadable),
  };
}

async function noteUnreadable(
  transaction: Transaction,
  { calendarId, hasUnreadableEvents }: PageTarget,
  changes: readonly EventChange[],
  unreadable: readonly UnreadableEvent[],
) {
  const unreadableIds = new Set(unreadable.map(({ eventId }) => eventId));
  const readIds = changes.map(({ eventId }) => eventId).filter((id) => !unreadableIds.has(id));
  if (hasUnreadableEvents && readIds.length > 0) await deleteUnreadableEvents(transaction, calendarId, readIds);
  return await insertUnreadableEvents(transaction, calendarId, unreadable);
}

/** Converts events to their stored form. A bug in our own parsing affects only the event that triggers it. */
function understand(events: readonly CalendarEvent[], { owner, window }: PageTarget) {
  const synced: SyncedEvent[] = [];
  const misunderstood: UnreadableEvent[] = [];
  for (const event of events) {
    try {
      synced.push(toSyncedEvent(event, owner, window.end));
    } catch {
      misunderstood.push({ status: 'unreadable', eventId: event.eventId, field: 'item' });
    }
  }
  return { synced, misunderstood };
}

/** Writes all events at once; if the database rejects a value, bisects to write the rest. */
async function writeAccepted(
  transaction: Transaction,
  target: PageTarget,
  events: readonly SyncedEvent[],
): Promise<{ written: number; refused: UnreadableEvent[] }> {
  if (events.length === 0) return { written: 0, refused: [] };
  try {
    const written = await transaction.transaction((savepoint) => writeChanged(savepoint, target, events));
    return { written, refused: [] };
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    const [event, ...others] = events;
    if (event && others.length === 0) {
      return { written: 0, refused: [{ status: 'unreadable', eventId: event.content.eventId, field: 'row' }] };
    }
    const middle = Math.ceil(events.length / 2);
    const first = await writeAccepted(transaction, target, events.slice(0, middle));
    const second = await writeAccepted(transaction, target, events.slice(middle));
    return { written: first.written + second.written, refused: [...first.refused, ...second.refused] };
  }
}

/**
 * Returns true for data exceptions, constraint violations and row limits (SQLSTATE 22, 23, 54). Other errors are not
 * about an event.
 */
function isRefusedValue(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^(?:22|23|54)\w{3}$/.test(cause.code)) return true;
  }
  return false;
}

/**
 * Notifies the workflows of cancelled meetings and the user's webhooks, and resyncs calendars with copies of the same
 * events.
 */
export async function announceCancelled(
  transaction: Transaction,
  userId: string,
  cancelled: readonly CancelledMeeting[],
): Promise<void> {
  const told = cancelled.filter(({ hadWorkflow }) => hadWorkflow);
  await insertMeetingMessages(transaction, userId, told);
  const occasions = cancelled.map(({ meetingId, version }) => ({ meetingId, change: 'cancelled', version }));
  await insertWebhookEvents(transaction, userId, 'meeting.changed', occasions);
  const meetingIds = cancelled.map(({ meetingId }) => meetingId);
  await requestSyncsOfCopies(transaction, userId, meetingIds);
}

/** Returns the events to write. One already stored from another of the user's calendars is recorded as a copy. */
async function passOverCopies(
  transaction: Transaction,
  target: PageTarget,
  events: readonly SyncedEvent[],
): Promise<readonly SyncedEvent[]> {
  const identified = events.map(({ content }) => content).filter(({ iCalUid }) => iCalUid !== null);
  if (identified.length === 0) return events;
  const originals = await listOriginals(transaction, target, identified);
  if (originals.length === 0) return events;
  await upsertEventCopies(transaction, target.calendarId, originals);
  const copyIds = new Set(originals.map(({ eventId }) => eventId));
  return events.filter(({ content }) => !copyIds.has(content.eventId));
}

/**
 * Keeps each event's latest version. Entries that are not meetings (focus time, birthdays) count as gone, since they
 * may have been meetings before.
 */
function sortOut(changes: readonly EventChange[]): { present: CalendarEvent[]; goneIds: string[] } {
  const latest = [...new Map(changes.map((change) => [change.eventId, change])).values()];
  const present = latest.filter((change) => change.status === 'confirmed').filter((event) => !event.isPlaceholder);
  const presentIds = new Set(present.map(({ eventId }) => eventId));
  return { present, goneIds: latest.map(({ eventId }) => eventId).filter((id) => !presentIds.has(id)) };
}

/**
 * Returns true for new and changed events. Incremental syncs also report events outside the window; those matter only
 * if they were inside before.
 */
function isToBeWritten(
  { contentHash, facts }: SyncedEvent,
  knownHash: string | undefined,
  window: SyncWindow,
): boolean {
  if (knownHash !== undefined) return knownHash !== contentHash;
  return facts.end > window.start && facts.start < window.end;
}

async function writeChanged(
  transaction: Transaction,
  target: PageTarget,
  changed: readonly SyncedEvent[],
): Promise<number> {
  const ids = changed.map(({ content }) => content.eventId);
  const known = new Map(
    (await lockMeetingsOfEvents(transaction, target.calendarId, ids)).map((row) => [row.eventId, row]),
  );
  const settings = { leadMinutes: target.leadMinutes, now: new Date(), windowEnd: target.window.end };
  const planned = changed.map((event) => planRow(event, known.get(event.content.eventId) ?? null, settings));

  const written = await upsertMeetings(
    transaction,
    target,
    planned.map(({ row }) => row),
  );
  const news = new Set(planned.filter(({ isNews }) => isNews).map(({ row }) => row.eventId));
  const told = written.filter(({ eventId }) => news.has(eventId));
  await insertMeetingMessages(transaction, target.userId, told);
  const occasions = written.map(({ eventId, meetingId, version }) => {
    const change = known.has(eventId) ? 'updated' : 'created';
    return { meetingId, change, version };
  });
  await insertWebhookEvents(transaction, target.userId, 'meeting.changed', occasions);
  return written.length;
}

function planRow(
  { content, contentHash, facts }: SyncedEvent,
  known: KnownMeetingRow | null,
  settings: ChangeSettings,
): { row: SyncedMeeting; isNews: boolean } {
  const before: KnownMeeting | null = known;
  const { isNews, briefingDueAt, ...progress } = applyChange(before, facts, settings);
  // Workflows ignore some changes, such as a new title, but API clients detect every change by the version.
  const version = known === null ? progress.version : known.version + 1;
  const dueAt = briefingDueAt?.toISOString() ?? null;
  return { isNews, row: { ...content, ...progress, version, contentHash, briefingDueAt: dueAt } };
}

async function cancelGone(transaction: Transaction, target: PageTarget, eventIds: readonly string[]): Promise<number> {
  if (eventIds.length === 0) return 0;
  const { calendarId, userId } = target;
  const cancelled = await cancelMeetingsOfEvents(transaction, { calendarId, eventIds, reason: NO_BRIEFING.cancelled });
  await announceCancelled(transaction, userId, cancelled);
  return cancelled.length;
}

/** Cancels occurrences a series no longer has, because it was shortened or moved. */
async function cancelDropped(
  transaction: Transaction,
  target: PageTarget,
  series: readonly SeriesExtent[],
): Promise<number> {
  if (series.length === 0) return 0;
  const { calendarId, userId, window } = target;
  const cancelled = await cancelOtherOccurrences(transaction, {
    calendarId,
    window,
    seriesIds: series.map(({ seriesId }) => seriesId),
    eventIds: series.flatMap(({ eventIds }) => eventIds),
    reason: NO_BRIEFING.cancelled,
  });
  await announceCancelled(transaction, userId, cancelled);
  return cancelled.length;
}

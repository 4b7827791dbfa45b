import type { Request } from 'express';
import { createFinder } from '#sandbox/find-by-key.ts';
import { calendarsOf } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { GraphError, invalidRequest, itemNotFound, malformedId, staleChangeKey } from '#sandbox/microsoft/errors.ts';
import { itemsOf } from '#sandbox/microsoft/graph/calendar-view.ts';
import {
  applyInput,
  blankContent,
  type EventInput,
  readEvent,
  readRecurrence,
} from '#sandbox/microsoft/graph/event-input.ts';
import { changeKey, readEventId } from '#sandbox/microsoft/graph/ids.ts';
import { changeInstance, changeItem, insertItem, removeItem } from '#sandbox/microsoft/graph/item-book.ts';
import { cancelCopies, spread } from '#sandbox/microsoft/graph/meeting-copies.ts';
import { asStored, findOccurrence, type Shown } from '#sandbox/microsoft/graph/occurrences.ts';
import { readDateTimeTimeZone, toMs } from '#sandbox/microsoft/graph/time.ts';
import type { Account, Attendee, Calendar, Content, Item } from '#sandbox/microsoft/state.ts';

export type Write = { context: MicrosoftContext; account: Account; req: Request };

/** Creates an event. The calendar's owner is the organizer; guests with a sandbox account get a copy. */
export function createEvent({ context, account, req }: Write, calendar: Calendar): Item {
  const input = readEvent(req.body);
  const { start, end, transactionId } = input;
  if (!start || !end) {
    throw new GraphError(
      400,
      'ErrorPropertyValidationFailure',
      `At least one property failed validation: '${start ? 'end' : 'start'}'.`,
    );
  }
  const earlier = transactionId
    ? itemsOf(context, calendar).find((item) => item.transactionId === transactionId && !item.deleted)
    : undefined;
  // A repeated transaction id means that the client is retrying.
  if (earlier) return earlier;
  const content = applyInput(blankContent(readDateTimeTimeZone(start), readDateTimeTimeZone(end)), input);
  const item = insertItem(context, calendar, {
    content,
    organizer: { name: account.name, address: account.email },
    transactionId: transactionId ?? undefined,
    ...(input.recurrence && { recurrence: readRecurrence(input.recurrence, content.start) }),
  });
  spread(context, item);
  context.save();
  return item;
}

/** Updates an event, a series, or one occurrence, which becomes an exception. Guests change only their own copy. */
export function updateEvent({ context, account, req }: Write, shown: Shown): void {
  checkMatch(req, shown);
  const input = readEvent(req.body);
  const { item, originalStartMs } = shown;
  const before = shown.content;
  const changed = applyInput(before, input);
  const isOrganizer = item.organizer.address === account.email;
  const content =
    isOrganizer && moved(before, changed) ? { ...changed, attendees: changed.attendees.map(unanswered) } : changed;
  if (originalStartMs !== undefined) {
    if (input.recurrence)
      throw invalidRequest("Your request can't be completed. The recurrence of an occurrence cannot be changed.");
    changeInstance(context, item, originalStartMs, content);
  } else {
    changeItem(context, item, content, recurrenceAfter(item, input, content));
  }
  if (isOrganizer) spread(context, item, originalStartMs);
  context.save();
}

/** Deletes an event, a series or an occurrence; if the organizer does, the guests get a cancellation. */
export function deleteEvent({ context, account, req }: Write, shown: Shown): void {
  checkMatch(req, shown);
  remove(context, account, shown);
  context.save();
}

/** Cancels a meeting: the same as deleting it, but only for organizers. */
export function cancelEvent({ context, account }: Omit<Write, 'req'>, shown: Shown): void {
  if (shown.item.organizer.address !== account.email) {
    throw invalidRequest("Your request can't be completed. You need to be an organizer to cancel a meeting.");
  }
  remove(context, account, shown);
  context.save();
}

const itemsByKey = createFinder<Item>(({ key }) => key);

/**
 * Finds an event by an id of either id space: in `calendar` or, if that is undefined, anywhere in the mailbox.
 * @throws 400 for an invalid id, 404 if the event does not exist or was deleted
 */
export function requireEvent(context: MicrosoftContext, account: Account, id: unknown, calendar?: Calendar): Shown {
  const ref = typeof id === 'string' ? readEventId(id) : undefined;
  if (!ref) throw malformedId();
  const calendarIds = new Set((calendar ? [calendar] : calendarsOf(context, account)).map((own) => own.id));
  const item = itemsByKey(context.state.items, ref.key).find(({ calendarId }) => calendarIds.has(calendarId));
  if (!item || item.deleted) throw itemNotFound();
  const shown = ref.originalStartMs === undefined ? asStored(item) : findOccurrence(item, ref.originalStartMs);
  if (!shown) throw itemNotFound();
  return shown;
}

function remove(context: MicrosoftContext, account: Account, { item, originalStartMs }: Shown): void {
  if (item.organizer.address === account.email) cancelCopies(context, item, originalStartMs);
  removeItem(context, item, originalStartMs);
}

/**
 * Returns the pattern after an update: the request's, or the current one moved to a new start; null makes the series a
 * single event.
 */
function recurrenceAfter(item: Item, input: EventInput, content: Content): Item['recurrence'] | null {
  if (input.recurrence === null) return null;
  if (input.recurrence) return readRecurrence(input.recurrence, content.start);
  if (!item.recurrence) return null;
  const { pattern, range } = item.recurrence;
  return {
    ...(pattern !== undefined && { pattern }),
    range: { ...range, startDate: content.start.local.slice(0, 10) },
  };
}

function moved(before: Content, after: Content): boolean {
  return toMs(before.start) !== toMs(after.start) || toMs(before.end) !== toMs(after.end);
}

/** Returns a guest without the response, which a new time resets. Rooms keep their booking. */
function unanswered({ respondedAt: _respondedAt, ...guest }: Attendee): Attendee {
  return guest.type === 'resource' ? guest : { ...guest, response: 'none' };
}

function checkMatch(req: Request, { item, originalStartMs, change }: Shown): void {
  const wanted = req.get('if-match');
  const etag = `W/"${changeKey(`${item.key}/${originalStartMs ?? ''}`, change)}"`;
  if (wanted !== undefined && wanted !== '*' && wanted !== etag) throw staleChangeKey();
}

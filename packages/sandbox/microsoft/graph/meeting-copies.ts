import { isDeepStrictEqual } from 'node:util';
import { createFinder } from '#sandbox/find-by-key.ts';
import { defaultCalendarOf, findAccount } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { changeContent, changeItem, insertItem } from '#sandbox/microsoft/graph/item-book.ts';
import { findOccurrence } from '#sandbox/microsoft/graph/occurrences.ts';
import { accountOf } from '#sandbox/microsoft/identity/grants.ts';
import type { Account, Attendee, Calendar, Content, Item } from '#sandbox/microsoft/state.ts';

/**
 * Updates the guests' copies in other sandbox accounts to match the organizer's: new guests get one in their default
 * calendar, removed guests see theirs cancelled, everyone else gets the new content and, unless the time changed, keeps
 * their response.
 */
export function spread(context: MicrosoftContext, item: Item, originalStartMs?: number): void {
  const { attendees } = item.content;
  const copies = copiesOf(context, item);
  for (const { address } of attendees) {
    const account = findAccount(context, address);
    if (!account || account.email === item.organizer.address) continue;
    const copy = copies.find(({ owner }) => owner === account)?.item;
    if (!copy) invite(context, account, item);
    else if (originalStartMs !== undefined) spreadOccurrence(context, account, item, copy, originalStartMs);
    else changeItem(context, copy, forGuest(item.content, account, copy.content), item.recurrence ?? null);
  }
  if (originalStartMs !== undefined) return;
  for (const { owner, item: copy } of copies) {
    if (!attendees.some(({ address }) => address === owner.email)) cancelContent(context, copy, undefined);
  }
}

/** Cancels a meeting, or one occurrence of it, for the guests: their copies are kept, marked as cancelled. */
export function cancelCopies(context: MicrosoftContext, item: Item, originalStartMs: number | undefined): void {
  for (const { item: copy } of copiesOf(context, item)) cancelContent(context, copy, originalStartMs);
}

/** Writes a guest's response to their own copy and, if sent, to the organizer's. */
export function answerMeeting(
  context: MicrosoftContext,
  account: Account,
  item: Item,
  {
    originalStartMs,
    response,
    send,
  }: { originalStartMs: number | undefined; response: Attendee['response']; send: boolean },
): void {
  const at = context.clock.now().toISOString();
  changeContent(context, item, originalStartMs, (content) => ({
    ...content,
    attendees: withAnswer(content.attendees, account.email, response, at),
    ownResponse: { response, at },
    showAs: showAsAfter(response),
  }));
  const organizer = findAccount(context, item.organizer.address);
  if (!send || !organizer) return;
  const original = copiesOf(context, item).find(({ owner }) => owner === organizer)?.item;
  if (!original) return;
  changeContent(context, original, originalStartMs, (content) => ({
    ...content,
    attendees: withAnswer(content.attendees, account.email, response, at),
  }));
}

const itemsByUid = createFinder<Item>(({ iCalUId }) => iCalUId);
const calendarsById = createFinder<Calendar>(({ id }) => id);

/** Returns the other live copies of a meeting with their owners. */
function copiesOf(context: MicrosoftContext, { iCalUId, key }: Item): { owner: Account; item: Item }[] {
  const live = itemsByUid(context.state.items, iCalUId).filter(({ deleted }) => !deleted);
  const byOwner = Map.groupBy(live, ({ calendarId }) => calendarsById(context.state.calendars, calendarId)[0]?.ownerId);
  return [...byOwner].flatMap(([ownerId, [item]]) =>
    ownerId !== undefined && item && item.key !== key ? [{ owner: accountOf(context, ownerId), item }] : [],
  );
}

function invite(context: MicrosoftContext, account: Account, { content, organizer, recurrence, iCalUId }: Item): void {
  const calendar = defaultCalendarOf(context, account);
  insertItem(context, calendar, {
    content: forGuest(content, account, undefined),
    organizer,
    iCalUId,
    ...(recurrence && { recurrence }),
  });
}

function spreadOccurrence(
  context: MicrosoftContext,
  account: Account,
  item: Item,
  copy: Item,
  originalStartMs: number,
): void {
  const occurrence = findOccurrence(item, originalStartMs);
  if (!occurrence) return;
  changeContent(context, copy, originalStartMs, (before) => forGuest(occurrence.content, account, before));
}

function cancelContent(context: MicrosoftContext, copy: Item, originalStartMs: number | undefined): void {
  changeContent(context, copy, originalStartMs, (content) =>
    content.isCancelled
      ? content
      : { ...content, isCancelled: true, subject: `Canceled: ${content.subject}`, showAs: 'free' },
  );
}

/** Returns the organizer's content as a guest gets it: without others' responses. A new time resets the guest's own. */
function forGuest(content: Content, account: Account, before: Content | undefined): Content {
  const sameTime = before && isDeepStrictEqual([before.start, before.end], [content.start, content.end]);
  const ownResponse = sameTime ? before.ownResponse : ({ response: 'notResponded' } as const);
  return {
    ...content,
    attendees: content.attendees.map(({ respondedAt: _respondedAt, ...guest }) => ({
      ...guest,
      response: guest.address === account.email && sameTime ? ownResponse.response : 'none',
    })),
    ownResponse,
    showAs: sameTime ? before.showAs : 'tentative',
    categories: before?.categories ?? [],
    isReminderOn: before?.isReminderOn ?? content.isReminderOn,
    reminderMinutesBeforeStart: before?.reminderMinutesBeforeStart ?? content.reminderMinutesBeforeStart,
  };
}

function withAnswer(
  attendees: Attendee[],
  address: string,
  response: Attendee['response'],
  respondedAt: string,
): Attendee[] {
  return attendees.map((guest) => (guest.address === address ? { ...guest, response, respondedAt } : guest));
}

function showAsAfter(response: Attendee['response']): Content['showAs'] {
  if (response === 'declined') return 'free';
  return response === 'accepted' ? 'busy' : 'tentative';
}

import type { Request } from 'express';
import { createFinder } from '#sandbox/find-by-key.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { GraphError, invalidParameter } from '#sandbox/microsoft/errors.ts';
import { type Shown, shownIn, type Window } from '#sandbox/microsoft/graph/occurrences.ts';
import { readParameters } from '#sandbox/microsoft/graph/query.ts';
import { readWindowBound, toMs } from '#sandbox/microsoft/graph/time.ts';
import type { Calendar, Item } from '#sandbox/microsoft/state.ts';

const longestWindowDays = 1825;

/** Parses the window of a calendar view. Throws 400 if a bound is missing or invalid, or the window is too long. */
export function readWindow(req: Request): Window {
  const parameters = readParameters(req);
  const [start, end] = [parameters.get('startdatetime'), parameters.get('enddatetime')];
  if (!start || !end) {
    throw invalidParameter(
      'This request requires a time window specified by the query string parameters StartDateTime and EndDateTime.',
    );
  }
  const window = { startMs: readWindowBound(start, 'startDateTime'), endMs: readWindowBound(end, 'endDateTime') };
  if (window.endMs < window.startMs) throw invalidParameter('The end of the time window is before its start.');
  if (window.endMs - window.startMs > longestWindowDays * 86_400_000) {
    throw new GraphError(
      400,
      'ErrorCalendarViewRangeTooBig',
      `The specified calendar view range exceeds the maximum range of ${longestWindowDays} days.`,
    );
  }
  return window;
}

/** Returns a calendar's single events, occurrences and exceptions within a window, by start. */
export function calendarView(context: MicrosoftContext, calendar: Calendar, window: Window): Shown[] {
  return itemsOf(context, calendar)
    .flatMap((item) => shownIn(item, window))
    .toSorted((a, b) => toMs(a.content.start) - toMs(b.content.start));
}

const itemsByCalendar = createFinder<Item>(({ calendarId }) => calendarId);

/** Returns all items of a calendar, including deleted ones. */
export function itemsOf({ state }: MicrosoftContext, { id }: Pick<Calendar, 'id'>): Item[] {
  return itemsByCalendar(state.items, id);
}

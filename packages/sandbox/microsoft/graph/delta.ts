import type { Request, Response } from 'express';
import * as z from 'zod';
import { openToken, sealToken } from '#sandbox/google/calendar/query.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { badRequest, GraphError, syncStateGone } from '#sandbox/microsoft/errors.ts';
import { itemsOf, readWindow } from '#sandbox/microsoft/graph/calendar-view.ts';
import { bareOccurrence, eventResource } from '#sandbox/microsoft/graph/event-resource.ts';
import { eventId } from '#sandbox/microsoft/graph/ids.ts';
import { asStored, type Shown, shownIn, startsIn, type Window } from '#sandbox/microsoft/graph/occurrences.ts';
import { invalidQuery } from '#sandbox/microsoft/graph/odata.ts';
import { type Preferences, readPreferences } from '#sandbox/microsoft/graph/preferences.ts';
import { readParameters } from '#sandbox/microsoft/graph/query.ts';
import type { Account, Calendar, Item } from '#sandbox/microsoft/state.ts';

const position = z.object({
  epoch: z.string(),
  calendarId: z.string(),
  /** The window is fixed here; later requests cannot move it. */
  startMs: z.number(),
  endMs: z.number(),
  /** Earlier rounds covered changes up to this number; absent in a first round. */
  since: z.number().optional(),
  /** This round covers changes up to this number; absent in a deltaLink. */
  upTo: z.number().optional(),
  /** The last row of the previous page; absent in a deltaLink. */
  after: z.string().optional(),
});

type Position = z.infer<typeof position>;
type Row = { key: string; id: string; shown?: Shown };

const defaultPageSize = 10;
const unsupported = ['$select', '$filter', '$orderby', '$expand', '$search'];

/**
 * Answers `calendarView/delta`: everything in the window in the first round, then only changes. Deleted events, and
 * changed events outside the window, are returned as `@removed`. A nextLink continues a round; a deltaLink starts the
 * next one.
 */
export function answerDelta(
  context: MicrosoftContext,
  account: Account,
  calendar: Calendar,
  req: Request,
  res: Response,
) {
  if (!calendar.isDefault)
    throw badRequest("Unsupported request: Change tracking is not supported against 'microsoft.graph.event'.");
  const from = readPosition(context, calendar, req);
  const preferences = readPreferences(req, res, ['odata.track-changes']);
  const upTo = from.upTo ?? context.state.changes;
  const rows = rowsOf(context, calendar, from)
    .filter(({ key }) => from.after === undefined || key > from.after)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const page = rows.slice(0, preferences.maxPageSize ?? defaultPageSize);
  const last = page.at(-1);
  const { epoch, calendarId, startMs, endMs } = from;
  const round = { epoch, calendarId, startMs, endMs };
  const link =
    rows.length > page.length && last
      ? {
          '@odata.nextLink': linkTo(context, req, '$skiptoken', { ...round, since: from.since, upTo, after: last.key }),
        }
      : { '@odata.deltaLink': linkTo(context, req, '$deltatoken', { ...round, since: upTo }) };
  return {
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#Collection(event)',
    ...link,
    value: page.map((row) => describe(context, row, account, preferences)),
  };
}

function describe(context: MicrosoftContext, { id, shown }: Row, account: Account, preferences: Preferences): object {
  const type = { '@odata.type': '#microsoft.graph.event' };
  if (!shown) {
    const [key = '', original] = id.split('/');
    const ref = { key, ...(original !== undefined && { originalStartMs: Number(original) }) };
    return { ...type, id: eventId(ref, preferences.immutableIds), '@removed': { reason: 'deleted' } };
  }
  const bare = shown.type === 'occurrence' && context.deltaOccurrences === 'bare';
  return { ...type, ...(bare ? bareOccurrence : eventResource)(shown, account, preferences) };
}

function rowsOf(context: MicrosoftContext, calendar: Calendar, { since, startMs, endMs }: Position): Row[] {
  const window = { startMs, endMs };
  return itemsOf(context, calendar).flatMap((item) =>
    since === undefined ? presentRows(item, shownIn(item, window)) : changedRows(item, window, since),
  );
}

/** Returns an item's rows. A series precedes its occurrences, which contain little on their own. */
function presentRows(item: Item, shown: Shown[]): Row[] {
  const occurrences = shown.map((one) => rowOf(item, one.originalStartMs, one));
  return item.recurrence && occurrences.length > 0
    ? [rowOf(item, undefined, asStored(item)), ...occurrences]
    : occurrences;
}

function changedRows(item: Item, window: Window, since: number): Row[] {
  const shown = shownIn(item, window);
  if (!item.recurrence) {
    if (item.change <= since) return [];
    return shown.length > 0 ? presentRows(item, shown) : [rowOf(item)];
  }
  const gone = goneStarts(item, window, since, new Set(shown.map(({ originalStartMs }) => originalStartMs)));
  const removed = gone.map((originalStartMs) => rowOf(item, originalStartMs));
  if (item.change > since) return [...(shown.length > 0 ? presentRows(item, shown) : [rowOf(item)]), ...removed];
  return [
    ...shown.filter(({ change }) => change > since).map((one) => rowOf(item, one.originalStartMs, one)),
    ...removed,
  ];
}

/** Returns original starts of occurrences an earlier round may have returned that are no longer in the window. */
function goneStarts(item: Item, window: Window, since: number, present: Set<number | undefined>): number[] {
  const before = item.patterns.findLast(({ change }) => change <= since);
  const told = before && item.change > since ? startsIn(before.start, before.end, before.recurrence, window) : [];
  const touched = item.instances.filter(({ change }) => change > since).map(({ originalStartMs }) => originalStartMs);
  return [...new Set([...told, ...touched])].filter((originalStartMs) => !present.has(originalStartMs));
}

function rowOf(item: Item, originalStartMs?: number, shown?: Shown): Row {
  const id = originalStartMs === undefined ? item.key : `${item.key}/${originalStartMs}`;
  return { key: id, id, ...(shown && { shown }) };
}

/** Reads where a request continues: from its token, or at the start of its window. */
function readPosition(context: MicrosoftContext, calendar: Calendar, req: Request): Position {
  const parameters = readParameters(req);
  const token = parameters.get('$deltatoken') || parameters.get('$skiptoken');
  if (!token) {
    const refused = unsupported.filter((name) => parameters.has(name));
    if (refused.length > 0) {
      throw invalidQuery(
        `The following parameters are not supported with change tracking over the 'CalendarView' resource: '${refused.join(', ')}'.`,
      );
    }
    return { epoch: context.state.epoch, calendarId: calendar.id, ...readWindow(req) };
  }
  const from = openToken(token, position);
  if (!from || from.calendarId !== calendar.id) throw new GraphError(400, 'syncStateInvalid', 'Badly formed token.');
  if (from.epoch !== context.state.epoch) throw syncStateGone(freshRound(context, req, from));
  return from;
}

function freshRound(context: MicrosoftContext, req: Request, { startMs, endMs }: Window): string {
  const [start, end] = [startMs, endMs].map((ms) => new Date(ms).toISOString());
  return `${pathOf(context, req)}?startDateTime=${start}&endDateTime=${end}&$deltatoken=`;
}

function linkTo(context: MicrosoftContext, req: Request, name: string, to: object): string {
  return `${pathOf(context, req)}?${name}=${sealToken(to)}`;
}

function pathOf({ baseUrl }: MicrosoftContext, req: Request): string {
  return `${baseUrl}${new URL(req.originalUrl, baseUrl).pathname}`;
}

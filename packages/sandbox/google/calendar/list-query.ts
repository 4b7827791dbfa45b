import type { Request } from 'express';
import * as z from 'zod';
import { readBound } from '#sandbox/google/calendar/event-time.ts';
import { flag, openToken, readQuery, sealToken, wholeNumber } from '#sandbox/google/calendar/query.ts';
import type { OpenWindow } from '#sandbox/google/calendar/recurrence.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { ApiError, fullSyncRequired, invalid } from '#sandbox/google/errors.ts';
import type { Calendar } from '#sandbox/google/state.ts';

const paging = {
  maxResults: wholeNumber.max(2500).default(250),
  maxAttendees: wholeNumber.optional(),
  pageToken: z.string().optional(),
  showDeleted: flag.optional(),
  timeMin: z.string().optional(),
  timeMax: z.string().optional(),
  timeZone: z.string().optional(),
};

const listQuery = z.object({
  ...paging,
  syncToken: z.string().optional(),
  singleEvents: flag.default(false),
  orderBy: z.enum(['startTime', 'updated']).optional(),
  updatedMin: z.string().optional(),
  q: z.string().optional(),
  iCalUID: z.string().optional(),
  eventTypes: z.union([z.string(), z.array(z.string())]).optional(),
});
const instancesQuery = z.object({ ...paging, originalStart: z.string().optional() });

export type ListQuery = z.infer<typeof listQuery>;
export type InstancesQuery = z.infer<typeof instancesQuery>;

/**
 * The content of a sync token: a position in the calendar's change order, and the first call's parameters, which apply
 * to later calls too. `at` is when the token was issued, on the sandbox's clock.
 */
const syncPosition = z.object({
  calendarId: z.string(),
  epoch: z.string(),
  change: z.number(),
  at: z.number(),
  single: z.boolean(),
  fromMs: z.number().optional(),
  toMs: z.number().optional(),
});
export type SyncPosition = z.infer<typeof syncPosition>;

/**
 * Start of the next page, and the change number when the first page was read: later changes belong to the next
 * sync.
 */
const pagePosition = z.object({ epoch: z.string(), after: z.string(), change: z.number() });
export type PagePosition = z.infer<typeof pagePosition>;

const notWithSyncToken = ['orderBy', 'timeMin', 'timeMax', 'updatedMin', 'q', 'iCalUID'] as const;
/** Google doesn't guarantee a lifetime; the sandbox expires tokens after 30 days. */
const syncTokenLifetimeMs = 30 * 86_400_000;

/** Parses the query of `events.list`. Throws Google's 400. */
export function readListQuery(req: Request): ListQuery {
  const input = readQuery(req, listQuery);
  if (input.orderBy === 'startTime' && !input.singleEvents)
    throw invalid('The requested ordering is not available for the particular query.', 'orderBy');
  return input;
}

export function readInstancesQuery(req: Request): InstancesQuery {
  return readQuery(req, instancesQuery);
}

/** Parses `timeMin` and `timeMax`. Throws 400 if they are invalid or the range is empty. */
export function readWindow({ timeMin, timeMax }: Pick<ListQuery, 'timeMin' | 'timeMax'>): OpenWindow {
  const fromMs = timeMin === undefined ? undefined : readBound(timeMin, 'timeMin');
  const toMs = timeMax === undefined ? undefined : readBound(timeMax, 'timeMax');
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs)
    throw new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' });
  return { fromMs, toMs };
}

/**
 * Returns the sync token's position; undefined without one. Throws 400 for parameters not allowed with it, 410 if
 * expired.
 */
export function readSyncToken(
  { state, clock }: GoogleContext,
  calendar: Calendar,
  input: ListQuery,
): SyncPosition | undefined {
  if (input.syncToken === undefined) return undefined;
  for (const name of notWithSyncToken) {
    if (input[name] !== undefined) throw invalid(`Sync token cannot be used with ${name}.`, name);
  }
  if (input.showDeleted === false) throw invalid('Sync token cannot be used with showDeleted=false.', 'showDeleted');
  const position = openToken(input.syncToken, syncPosition);
  if (!position) throw invalid('Invalid sync token value.', 'syncToken');
  const isForeign = position.calendarId !== calendar.id || position.epoch !== state.epoch;
  const isOld = position.at < clock.now().getTime() - syncTokenLifetimeMs;
  if (isForeign || isOld || position.change > state.changes) throw fullSyncRequired();
  if (position.single !== input.singleEvents) {
    throw invalid('Sync token cannot be used with other parameters than the initial request.', 'singleEvents');
  }
  return position;
}

/** Returns the token that requests changes after `change`, within the first call's window. */
export function sealSync(
  { state, clock }: GoogleContext,
  calendar: Calendar,
  position: Pick<SyncPosition, 'change' | 'single' | 'fromMs' | 'toMs'>,
): string {
  const { change, single, fromMs, toMs } = position;
  const at = clock.now().getTime();
  return sealToken({ calendarId: calendar.id, epoch: state.epoch, change, at, single, fromMs, toMs });
}

export function readPageToken({ state }: GoogleContext, token: string | undefined): PagePosition | undefined {
  if (token === undefined) return undefined;
  const position = openToken(token, pagePosition);
  if (!position || position.epoch !== state.epoch) throw invalid('Invalid page token value.', 'pageToken');
  return position;
}

export function sealPage({ state }: GoogleContext, { after, change }: Omit<PagePosition, 'epoch'>): string {
  return sealToken({ epoch: state.epoch, after, change });
}

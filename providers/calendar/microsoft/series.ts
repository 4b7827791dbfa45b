import * as z from 'zod';
import type { EventChange, UnreadableEvent } from '#domain/calendar-event.ts';
import type { EventQuery, SeriesExtent } from '#providers/calendar/provider.ts';
import { readItems, unreadable } from '#providers/calendar/read-items.ts';
import { RequestRejectedError } from '#providers/errors.ts';
import { listAll } from './collection.ts';
import { type GraphEvent, graphEvent, isRemoved, readEvent } from './event.ts';
import type { Graph, GraphCall } from './graph.ts';

export type SeriesOnPage = { changes: EventChange[]; unreadable: UnreadableEvent[]; series: SeriesExtent[] };

/** Groups a delta page's items by the id of their series; items of no series, and removed ones, stay separate. */
export function splitBySeries(items: readonly unknown[]) {
  const ofSeries = new Map<string, GraphEvent[]>();
  const others: unknown[] = [];
  for (const item of items) {
    const event = graphEvent.safeParse(item).data;
    const seriesId = event?.type === 'seriesMaster' ? event.id : event?.seriesMasterId;
    if (event && seriesId && !isRemoved(event)) ofSeries.set(seriesId, [...(ofSeries.get(seriesId) ?? []), event]);
    else others.push(item);
  }
  return { ofSeries, others };
}

/**
 * Reads whole series: a delta round returns occurrences without content and does not report those
 * removed by shortening or moving a series, so all occurrences are listed. If Graph refuses to list
 * a series, its items on the page count as unreadable.
 */
export async function readSeries(
  graph: Graph,
  call: Pick<GraphCall, 'accessToken' | 'signal'>,
  ofSeries: ReadonlyMap<string, readonly GraphEvent[]>,
  { window, dayZone }: Pick<EventQuery, 'window' | 'dayZone'>,
): Promise<SeriesOnPage> {
  const read: SeriesOnPage = { changes: [], unreadable: [], series: [] };
  for (const [seriesId, items] of ofSeries) {
    const instances = await listInstances(graph, call, seriesId, window);
    if (instances === 'gone') {
      read.changes.push({ status: 'cancelled', eventId: seriesId });
      continue;
    }
    if (instances === 'refused') {
      read.unreadable.push(...items.map((item) => unreadable(item, 'series')));
      continue;
    }
    const page = readItems(instances, (instance) => readEvent(instance, dayZone));
    read.changes.push(...page.changes);
    read.unreadable.push(...page.unreadable);
    read.series.push({ seriesId, eventIds: [...page.changes, ...page.unreadable].map(({ eventId }) => eventId) });
  }
  return read;
}

/** `gone`: the series was deleted after the page was read. `refused`: Graph will never list it. */
async function listInstances(
  graph: Graph,
  call: Pick<GraphCall, 'accessToken' | 'signal'>,
  seriesId: string,
  { start, end }: EventQuery['window'],
): Promise<unknown[] | 'gone' | 'refused'> {
  try {
    return await listAll(graph, z.unknown(), {
      ...call,
      path: `/me/events/${encodeURIComponent(seriesId)}/instances`,
      query: { startDateTime: start.toISOString(), endDateTime: end.toISOString(), $top: '100' },
    });
  } catch (error) {
    if (error instanceof RequestRejectedError) return error.code === 'not_found' ? 'gone' : 'refused';
    throw error;
  }
}

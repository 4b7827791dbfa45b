import type { EventChange } from '#domain/calendar-event.ts';
import type { EventQuery, SeriesExtent } from '#providers/calendar/provider.ts';
import { RequestRejectedError } from '#providers/errors.ts';
import { listAll } from './collection.ts';
import { type GraphEvent, graphEvent, toEventChange } from './event.ts';
import type { Graph, GraphCall } from './graph.ts';

export type SeriesOnPage = { changes: EventChange[]; series: SeriesExtent[] };

/** The series that a page of a delta round speaks of, by the ids of their masters. */
export function listSeriesIds(items: readonly GraphEvent[]): string[] {
  const ids = items
    .filter((item) => item['@removed'] === undefined)
    .map(({ id, type, seriesMasterId }) => (type === 'seriesMaster' ? id : seriesMasterId));
  return [...new Set(ids)].filter((id) => typeof id === 'string');
}

/**
 * Reads series as a whole. A delta round gives occurrences without their content, and no word of those that a series has lost (it was shortened, or moved
 * to another day), so what a series consists of is asked for.
 */
export async function readSeries(
  graph: Graph,
  call: Pick<GraphCall, 'accessToken' | 'signal'>,
  seriesIds: readonly string[],
  { window, dayZone }: Pick<EventQuery, 'window' | 'dayZone'>,
): Promise<SeriesOnPage> {
  const read: SeriesOnPage = { changes: [], series: [] };
  for (const seriesId of seriesIds) {
    const instances = await listInstances(graph, call, seriesId, window);
    if (instances === null) {
      read.changes.push({ status: 'cancelled', eventId: seriesId });
      continue;
    }
    const changes = instances.map((instance) => toEventChange(instance, dayZone)).filter((change) => change !== null);
    read.changes.push(...changes);
    read.series.push({ seriesId, eventIds: changes.map(({ eventId }) => eventId) });
  }
  return read;
}

/** Null when the series has gone since the page that named it. */
async function listInstances(
  graph: Graph,
  call: Pick<GraphCall, 'accessToken' | 'signal'>,
  seriesId: string,
  { start, end }: EventQuery['window'],
): Promise<GraphEvent[] | null> {
  try {
    return await listAll(graph, graphEvent, {
      ...call,
      path: `/me/events/${encodeURIComponent(seriesId)}/instances`,
      query: { startDateTime: start.toISOString(), endDateTime: end.toISOString(), $top: '100' },
    });
  } catch (error) {
    if (error instanceof RequestRejectedError && error.code === 'not_found') return null;
    throw error;
  }
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BriefingItem, listBriefings } from '#contract/briefings.ts';
import type { listMeetings, Meeting } from '#contract/meetings.ts';
import type { listResearch, ResearchItem } from '#contract/research.ts';
import { read } from './client.ts';
import { meetingsKey } from './meetings.ts';

const DAY_MS = 86_400_000;
const MEETINGS_A_PAGE = 500;
const ITEMS_A_PAGE = 100;
/** Enough for a year with ten meetings and two briefings a day. */
const MAX_PAGES = 8;

export type AnalyticsData = {
  /** Epoch milliseconds; the span ends at the time of the request. */
  startMs: number;
  endMs: number;
  meetings: Meeting[];
  research: ResearchItem[];
  briefings: BriefingItem[];
  /** Whether a list was too long to read in full. */
  isPartial: boolean;
};

/** Meetings, research and briefings from the last `days` days. */
export function analyticsQuery(days: number) {
  return queryOptions({
    queryKey: [...meetingsKey, 'analytics', days],
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<AnalyticsData> => {
      const endMs = Date.now();
      const startMs = endMs - days * DAY_MS;
      const [meetings, research, briefings] = await Promise.all([
        readMeetings(startMs, endMs),
        readResearch(startMs),
        readBriefings(startMs),
      ]);
      const inRange = ({ startTime }: { startTime: string }) => {
        const ms = Date.parse(startTime);
        return ms >= startMs && ms < endMs;
      };
      return {
        startMs,
        endMs,
        meetings: meetings.items,
        research: research.items.filter(inRange),
        briefings: briefings.items.filter(inRange),
        isPartial: [meetings, research, briefings].some(({ isWhole }) => !isWhole),
      };
    },
  });
}

type Page<T> = { items: T[]; nextCursor: string | null };

/** Reads pages until none are left or `isEnough` accepts the last item; `MAX_PAGES` stops it with `isWhole` false. */
async function readPages<T>(
  readPage: (cursor: string | undefined, page: number) => Promise<Page<T>>,
  isEnough: (last: T | undefined) => boolean = () => false,
): Promise<{ items: T[]; isWhole: boolean }> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const read = await readPage(cursor, page);
    items.push(...read.items);
    if (read.nextCursor === null || isEnough(read.items.at(-1))) return { items, isWhole: true };
    cursor = read.nextCursor;
  }
  return { items, isWhole: false };
}

function readMeetings(startMs: number, endMs: number) {
  const dates = { startDate: new Date(startMs).toISOString(), endDate: new Date(endMs).toISOString() };
  return readPages<Meeting>(async (cursor) => {
    const query = { limit: MEETINGS_A_PAGE, ...dates, cursor };
    const { meetings, nextCursor } = await read<typeof listMeetings>('/meetings', { query });
    return { items: meetings, nextCursor };
  });
}

/** Reads research, latest meeting first, until a page ends with a meeting before `startMs`. */
function readResearch(startMs: number) {
  return readPages<ResearchItem>(async (_, page) => {
    const query = { limit: ITEMS_A_PAGE, offset: page * ITEMS_A_PAGE };
    const { research } = await read<typeof listResearch>('/research/user', { query });
    return { items: research, nextCursor: research.length < ITEMS_A_PAGE ? null : String(page + 1) };
  }, isBefore(startMs));
}

function readBriefings(startMs: number) {
  return readPages<BriefingItem>(async (cursor) => {
    const query = { limit: ITEMS_A_PAGE, cursor };
    const { briefings, nextCursor } = await read<typeof listBriefings>('/briefings', { query });
    return { items: briefings, nextCursor };
  }, isBefore(startMs));
}

const isBefore = (ms: number) => (item: { startTime: string } | undefined) =>
  item !== undefined && Date.parse(item.startTime) < ms;

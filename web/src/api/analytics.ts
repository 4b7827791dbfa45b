import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BriefingItem, listBriefings } from '#contract/briefings.ts';
import type { listMeetings, Meeting } from '#contract/meetings.ts';
import type { listResearch, ResearchItem } from '#contract/research.ts';
import { call } from './client.ts';
import { meetingsKey } from './meetings.ts';

const DAY_MS = 86_400_000;
const MEETINGS_A_PAGE = 500;
const ITEMS_A_PAGE = 100;
/** Enough for a year with ten meetings and two briefings a day. Anything beyond is left out. */
const MAX_PAGES = 8;

export type AnalyticsData = {
  /** Epoch milliseconds; the span ends when the data was loaded. */
  startMs: number;
  endMs: number;
  meetings: Meeting[];
  research: ResearchItem[];
  briefings: BriefingItem[];
};

/** Meetings, research and briefings of the last `days` days. */
export function analyticsQuery(days: number) {
  return queryOptions({
    queryKey: [...meetingsKey, 'analytics', days],
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<AnalyticsData> => {
      const endMs = Date.now();
      const startMs = endMs - days * DAY_MS;
      const [meetings, research, briefings] = await Promise.all([
        readMeetings(startMs, endMs),
        readResearch(startMs, endMs),
        readBriefings(startMs, endMs),
      ]);
      return { startMs, endMs, meetings, research, briefings };
    },
  });
}

async function readMeetings(startMs: number, endMs: number): Promise<Meeting[]> {
  const found: Meeting[] = [];
  const dates = { startDate: new Date(startMs).toISOString(), endDate: new Date(endMs).toISOString() };
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { limit: MEETINGS_A_PAGE, ...dates, cursor };
    const { meetings, nextCursor } = await call<typeof listMeetings>({ method: 'get', path: '/meetings', query });
    found.push(...meetings);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return found;
}

/** Results start with the latest meeting, so reading stops at the first one before `startMs`. */
async function readResearch(startMs: number, endMs: number): Promise<ResearchItem[]> {
  const found: ResearchItem[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { limit: ITEMS_A_PAGE, offset: page * ITEMS_A_PAGE };
    const { research } = await call<typeof listResearch>({ method: 'get', path: '/research/user', query });
    found.push(...research);
    if (research.length < ITEMS_A_PAGE || isBefore(research.at(-1), startMs)) break;
  }
  return found.filter((item) => isWithin(item, startMs, endMs));
}

async function readBriefings(startMs: number, endMs: number): Promise<BriefingItem[]> {
  const found: BriefingItem[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { limit: ITEMS_A_PAGE, cursor };
    const { briefings, nextCursor } = await call<typeof listBriefings>({ method: 'get', path: '/briefings', query });
    found.push(...briefings);
    if (nextCursor === null || isBefore(briefings.at(-1), startMs)) break;
    cursor = nextCursor;
  }
  return found.filter((item) => isWithin(item, startMs, endMs));
}

function isBefore(item: { startTime: string } | undefined, ms: number): boolean {
  return item !== undefined && Date.parse(item.startTime) < ms;
}

function isWithin({ startTime }: { startTime: string }, startMs: number, endMs: number): boolean {
  const ms = Date.parse(startTime);
  return ms >= startMs && ms < endMs;
}

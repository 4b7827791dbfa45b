import type { ResearchReport } from '#contract/research.ts';
import type { BriefingData, BriefingUpdateData } from './briefing-data.ts';
import type { RenderedMail } from './layout.ts';

/** Gmail cuts a mail at 102 KB, and what stands below the cut (sources, the way to unsubscribe) is gone; half of that leaves room for what relays add. */
const MAX_HTML_BYTES = 60_000;

/** The first form of a mail that stays below the bound, and the last one where none does. */
export async function firstThatFits<E>(
  extents: readonly [E, ...E[]],
  render: (extent: E) => Promise<RenderedMail>,
): Promise<RenderedMail> {
  const [first, ...others] = extents;
  let mail = await render(first);
  for (const extent of others) {
    if (Buffer.byteLength(mail.html) < MAX_HTML_BYTES) break;
    mail = await render(extent);
  }
  return mail;
}

/** How much of a briefing is mailed: facts per guest and dated items per list, all sources or only the cited, the conclusions or none. */
export type Extent = { guestFacts: number; news: number; hasUncited: boolean; hasDetail: boolean };

export const WHOLE: Extent = { guestFacts: Infinity, news: Infinity, hasUncited: true, hasDetail: true };
const CITED = { ...WHOLE, hasUncited: false };
const STEPS = [
  [4, 3],
  [3, 3],
  [3, 2],
  [2, 2],
  [2, 1],
  [1, 1],
  [0, 0],
] as const;

/** Ever shorter, down to what fits whatever the sources are called: the least is the quick take and who comes. */
export const EXTENTS: readonly [Extent, ...Extent[]] = [
  WHOLE,
  CITED,
  ...STEPS.map(([guestFacts, news]) => ({ ...CITED, guestFacts, news })),
  { ...CITED, guestFacts: 0, news: 0, hasDetail: false },
];

/**
 * How much a digest holds of each meeting: facts per guest, talking points, who comes at all, links to sources, and characters of the quick take; and
 * of how many meetings it says anything.
 */
export type DigestExtent = {
  facts: number;
  points: number;
  hasGuests: boolean;
  isCited: boolean;
  take: number;
  meetings: number;
};

const USUAL_DIGEST: DigestExtent = {
  facts: 2,
  points: 3,
  hasGuests: true,
  isCited: true,
  take: Infinity,
  meetings: Infinity,
};
const TAKES_ALONE: DigestExtent = { ...USUAL_DIGEST, facts: 0, points: 0, hasGuests: false, isCited: false };

/** Of a full day, down to when and what; the whole briefing is a link away, and so are the meetings that one mail cannot hold. */
export const DIGEST_EXTENTS: readonly [DigestExtent, ...DigestExtent[]] = [
  USUAL_DIGEST,
  { ...USUAL_DIGEST, facts: 1 },
  { ...USUAL_DIGEST, facts: 1, points: 1 },
  { ...USUAL_DIGEST, facts: 0, points: 1 },
  { ...USUAL_DIGEST, facts: 0, points: 0 },
  TAKES_ALONE,
  { ...TAKES_ALONE, take: 240 },
  { ...TAKES_ALONE, take: 0 },
  { ...TAKES_ALONE, take: 0, meetings: 45 },
  { ...TAKES_ALONE, take: 0, meetings: 30 },
  { ...TAKES_ALONE, take: 0, meetings: 15 },
];

/** How much the mail of a change holds: facts about each who joined, and how many people who come or do not. */
export type UpdateExtent = { facts: number; people: number };

export const UPDATE_EXTENTS: readonly [UpdateExtent, ...UpdateExtent[]] = [
  { facts: Infinity, people: Infinity },
  { facts: 3, people: Infinity },
  { facts: 1, people: Infinity },
  { facts: 0, people: Infinity },
  { facts: 0, people: 40 },
  { facts: 0, people: 10 },
];

/** Of a list of people, and of what is known of each, the first. */
export function shortenedUpdate(data: BriefingUpdateData, { facts, people }: UpdateExtent): BriefingUpdateData {
  const joined = data.joined.slice(0, people).map(({ guest, brief }) => ({
    guest,
    brief: brief && { ...brief, role: facts > 0 ? brief.role : null, facts: brief.facts.slice(0, facts) },
  }));
  return { ...data, joined, left: data.left.slice(0, people) };
}

/** Takes what stands last: guests' facts and news come in the order of their weight. */
export function shortened(data: BriefingData, extent: Extent): BriefingData {
  const { report, newSince, previous } = data;
  const fresh = newSince?.items.slice(0, extent.news) ?? [];
  return {
    ...data,
    report: report && shortenedReport(report, extent),
    newSince: newSince && fresh.length > 0 ? { ...newSince, items: fresh } : null,
    previous: previous && { ...previous, news: previous.news.slice(0, extent.news) },
  };
}

function shortenedReport(report: ResearchReport, { guestFacts, news, hasDetail }: Extent): ResearchReport {
  const guests = report.guests.map((guest) => ({ ...guest, facts: guest.facts.slice(0, guestFacts) }));
  const companies = report.companies.map((company) => ({ ...company, news: company.news.slice(0, news) }));
  if (hasDetail) return { ...report, guests, companies };
  return {
    ...report,
    guests: guests.map((guest) => ({ ...guest, role: null })),
    companies: [],
    talkingPoints: [],
    questions: [],
    riskFactors: [],
  };
}

import type { ResearchReport } from '#api/contract/research.ts';
import type { BriefingData } from './briefing-data.ts';

/** Gmail cuts a mail at 102 KB, and what stands below the cut (sources, the way to unsubscribe) is gone; half of that leaves room for what relays add. */
export const MAX_HTML_BYTES = 60_000;

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

/** After the whole, ever shorter, down to what fits whatever the sources are called: the least is the quick take and who comes. */
export const SHORTER_EXTENTS: readonly Extent[] = [
  CITED,
  ...STEPS.map(([guestFacts, news]) => ({ ...CITED, guestFacts, news })),
  { ...CITED, guestFacts: 0, news: 0, hasDetail: false },
];

/** How much of each meeting a digest holds: facts per guest, talking points, who comes at all, and links to sources. */
export type DigestExtent = { facts: number; points: number; hasGuests: boolean; isCited: boolean };

export const USUAL_DIGEST: DigestExtent = { facts: 2, points: 3, hasGuests: true, isCited: true };

/** Of a full day, down to the quick take of each meeting; the whole briefing is a link away. */
export const SHORTER_DIGESTS: readonly DigestExtent[] = [
  { ...USUAL_DIGEST, facts: 1 },
  { ...USUAL_DIGEST, facts: 1, points: 1 },
  { ...USUAL_DIGEST, facts: 0, points: 1 },
  { ...USUAL_DIGEST, facts: 0, points: 0 },
  { facts: 0, points: 0, hasGuests: false, isCited: false },
];

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

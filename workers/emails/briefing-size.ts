import type { BriefingUpdateData } from './briefing-data.ts';
import type { RenderedMail } from './layout.tsx';

/**
 * Gmail clips emails at 102 KB, hiding what comes last (sources, the unsubscribe link). This leaves room for what
 * relays add.
 */
const MAX_HTML_BYTES = 60_000;

/**
 * Returns the longest form of an email within the limit, or the shortest if none fits. Most emails fit right away;
 * otherwise it bisects, since rendering is slow.
 *
 * @param extents From longest to shortest.
 */
export async function firstThatFits<E>(
  extents: readonly [E, ...E[]],
  render: (extent: E) => Promise<RenderedMail>,
): Promise<RenderedMail> {
  const whole = await render(extents[0]);
  if (fits(whole)) return whole;
  let best = whole;
  let candidates: readonly E[] = extents.slice(1);
  while (candidates.length > 0) {
    const middle = Math.floor(candidates.length / 2);
    const [extent] = candidates.slice(middle);
    if (extent === undefined) break;
    const mail = await render(extent);
    if (fits(mail) || !fits(best)) best = mail;
    candidates = fits(mail) ? candidates.slice(0, middle) : candidates.slice(middle + 1);
  }
  return best;
}

function fits({ html }: RenderedMail): boolean {
  return Buffer.byteLength(html) < MAX_HTML_BYTES;
}

/**
 * How much of a briefing to mail: sentences of the quick take, facts per guest (if 0, no roles either), news per list,
 * items of other lists, and whether to describe companies.
 */
export type Extent = {
  take: number;
  facts: number;
  news: number;
  points: number;
  questions: number;
  risks: number;
  hasDetail: boolean;
};

const USUAL: Extent = { take: 3, facts: 2, news: 2, points: 3, questions: 2, risks: 2, hasDetail: true };
/** A short briefing, for example for a meeting with many guests. The app has the rest. */
const BRIEF: Extent = { take: 3, facts: 1, news: 1, points: 2, questions: 1, risks: 1, hasDetail: true };
const LEAST: Extent = { take: 3, facts: 0, news: 0, points: 0, questions: 0, risks: 0, hasDetail: false };

/** From longest to shortest, for a one-minute read: what helps least in the meeting is dropped first. */
export const READING_EXTENTS: readonly [Extent, ...Extent[]] = [
  USUAL,
  { ...USUAL, risks: 1 },
  { ...USUAL, risks: 1, news: 1 },
  { ...BRIEF, points: 3, questions: 2 },
  { ...BRIEF, questions: 2 },
  BRIEF,
  { ...BRIEF, take: 2 },
  { ...BRIEF, take: 2, risks: 0 },
  { ...BRIEF, take: 2, risks: 0, points: 1 },
];

/**
 * Returns extents from the readable one down to one that always fits (the quick take and guests), however long the
 * sources' titles.
 */
export function sizeExtents(readable: Extent): readonly [Extent, ...Extent[]] {
  return [readable, BRIEF, { ...BRIEF, facts: 0, news: 0 }, LEAST];
}

/**
 * How much of each meeting a digest shows: facts per guest, talking points, whether guests and source links appear,
 * characters of the quick take; and how many meetings it describes at all.
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
  facts: 1,
  points: 2,
  hasGuests: true,
  isCited: true,
  take: Infinity,
  meetings: Infinity,
};
const TAKES_ALONE: DigestExtent = { ...USUAL_DIGEST, facts: 0, points: 0, hasGuests: false, isCited: false };

/** From longest to shortest, down to times and titles for a full day; links lead to the rest. */
export const DIGEST_EXTENTS: readonly [DigestExtent, ...DigestExtent[]] = [
  USUAL_DIGEST,
  { ...USUAL_DIGEST, points: 1 },
  { ...USUAL_DIGEST, facts: 0, points: 1 },
  { ...USUAL_DIGEST, facts: 0, points: 0 },
  TAKES_ALONE,
  { ...TAKES_ALONE, take: 240 },
  { ...TAKES_ALONE, take: 0 },
  { ...TAKES_ALONE, take: 0, meetings: 45 },
  { ...TAKES_ALONE, take: 0, meetings: 30 },
  { ...TAKES_ALONE, take: 0, meetings: 15 },
];

/** How much an update email shows: facts per added guest, and people in each list (added, removed). */
export type UpdateExtent = { facts: number; people: number };

export const UPDATE_EXTENTS: readonly [UpdateExtent, ...UpdateExtent[]] = [
  { facts: Infinity, people: Infinity },
  { facts: 3, people: Infinity },
  { facts: 1, people: Infinity },
  { facts: 0, people: Infinity },
  { facts: 0, people: 40 },
  { facts: 0, people: 10 },
];

/** Keeps the first people, and the first facts about each. */
export function shortenedUpdate(data: BriefingUpdateData, { facts, people }: UpdateExtent): BriefingUpdateData {
  const joined = data.joined.slice(0, people).map(({ guest, brief }) => ({
    guest,
    brief: brief && { ...brief, role: facts > 0 ? brief.role : null, facts: brief.facts.slice(0, facts) },
  }));
  return { ...data, joined, left: data.left.slice(0, people) };
}

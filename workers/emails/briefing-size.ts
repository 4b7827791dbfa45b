import type { BriefingUpdateData } from './briefing-data.ts';
import type { RenderedMail } from './layout.tsx';

/** Gmail cuts a mail at 102 KB, and what stands below the cut (sources, the way to unsubscribe) is gone; half of that leaves room for what relays add. */
const MAX_HTML_BYTES = 60_000;

/**
 * Returns the longest form of a mail that stays below the bound, or its shortest if none does. Most mails fit at once; for the others the search halves
 * the forms, since each takes long to lay out.
 *
 * @param extents Ever shorter.
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
 * How much of a briefing is mailed: sentences of the quick take, facts per guest, news per list, items of the other lists, and whether companies and roles are
 * described.
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
/** Still a briefing: of a crowd, it takes what it takes. The app has the rest. */
const BRIEF: Extent = { take: 3, facts: 1, news: 1, points: 2, questions: 1, risks: 1, hasDetail: true };
const LEAST: Extent = { take: 3, facts: 0, news: 0, points: 0, questions: 0, risks: 0, hasDetail: false };

/** Ever shorter, for a mail that is to be read in a minute: what helps least in the meeting goes first. */
export const READING_EXTENTS: readonly [Extent, ...Extent[]] = [
  USUAL,
  { ...USUAL, risks: 1 },
  { ...USUAL, risks: 1, news: 1 },
  { ...BRIEF, points: 3, questions: 2 },
  { ...BRIEF, questions: 2 },
  BRIEF,
  { ...BRIEF, take: 2 },
  { ...BRIEF, take: 2, risks: 0 },
];

/** Ever shorter than the one that is short enough to read, down to what fits whatever the sources are called: the least is the quick take and who comes. */
export function sizeExtents(readable: Extent): readonly [Extent, ...Extent[]] {
  return [readable, BRIEF, { ...BRIEF, facts: 0, news: 0 }, LEAST];
}

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
  facts: 1,
  points: 2,
  hasGuests: true,
  isCited: true,
  take: Infinity,
  meetings: Infinity,
};
const TAKES_ALONE: DigestExtent = { ...USUAL_DIGEST, facts: 0, points: 0, hasGuests: false, isCited: false };

/** Of a full day, down to when and what; the whole briefing is a link away, and so are the meetings that one mail cannot hold. */
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

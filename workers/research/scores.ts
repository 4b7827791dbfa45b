import type { GuestBrief } from '#contract/research.ts';
import type { RunSource } from './sources.ts';

export type ScoreInput = {
  /** Companies and guests looked for, and those of them something was found about. */
  subjects: number;
  subjectsCovered: number;
  statementsProposed: number;
  statementsKept: number;
  citedSources: readonly RunSource[];
  identities: readonly GuestBrief['identity'][];
};

const SOURCES_OF_A_FULL_REPORT = 6;
/** What is older says little about the present. */
export const FRESH_DAYS = 365;
const CERTAINTY = { confirmed: 1, likely: 0.6, unknown: 0 } as const;

/**
 * Whole numbers from 0 to 100, computed and never asked of the model.
 * Quality: how much of what was looked for was found (40), how much of the draft held up against its sources (25), how many sources it rests on (20) and how
 * fresh they are (15). Confidence: who the guests are (50), what held up (30), the number of sources (20). Nothing kept is 0.
 */
export function scoreResearch(input: ScoreInput, now: Date): { qualityScore: number; confidence: number } {
  if (input.statementsKept === 0) return { qualityScore: 0, confidence: 0 };
  const coverage = ratio(input.subjectsCovered, input.subjects);
  const density = ratio(input.statementsKept, input.statementsProposed);
  const diversity = Math.min(1, input.citedSources.length / SOURCES_OF_A_FULL_REPORT);
  const identity = ratio(
    input.identities.reduce((sum, certainty) => sum + CERTAINTY[certainty], 0),
    input.identities.length,
  );
  return {
    qualityScore: Math.round(40 * coverage + 25 * density + 20 * diversity + 15 * freshness(input.citedSources, now)),
    confidence: Math.round(50 * identity + 30 * density + 20 * diversity),
  };
}

/** Share of the dated sources that are at most a year old; half when none is dated. */
function freshness(sources: readonly RunSource[], now: Date): number {
  const ages = sources.map(({ age }) => ageInDays(age, now)).filter((days) => days !== null);
  return ages.length === 0 ? 0.5 : ratio(ages.filter((days) => days <= FRESH_DAYS).length, ages.length);
}

/** By the date of a page (page-date.ts), of a month or a year by its beginning; null where there is none. */
export function ageInDays(age: string | null, now: Date): number | null {
  const at = Date.parse(age ?? '');
  return Number.isNaN(at) ? null : (now.getTime() - at) / 86_400_000;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

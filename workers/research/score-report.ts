import type { GuestBrief, ResearchReport } from '#contract/research.ts';
import { ageInDays } from '#domain/page-date.ts';
import { siteOf } from '#domain/site-of.ts';

export type ScoreInput = {
  report: Pick<ResearchReport, 'guests' | 'companies' | 'talkingPoints'>;
  /** Domains that were looked for. */
  companies: readonly string[];
  proposed: number;
  kept: number;
  /** Each cited page, with its date where it has one. */
  cited: readonly { url: string; date: string | null }[];
  isSearchComplete: boolean;
  /** False: no second reader could be had, and the report is made of quotes. */
  isJudged: boolean;
};
export type Scores = { qualityScore: number; confidence: number; scoreReasons: string[] };

const SOURCES_OF_A_FULL_REPORT = 4;
const SITES_OF_A_FULL_REPORT = 2;
/** What is older says little about the present. */
export const FRESH_DAYS = 365;
const CERTAINTY = { confirmed: 1, likely: 0.6, unknown: 0 } as const;
/** Where sentences were not read a second time. */
const MOST_UNJUDGED = 30;
const MOST_INCOMPLETE = 80;
const SEARCH_INCOMPLETE = 'The web search did not fully answer.';

/**
 * Whole numbers from 0 to 100, computed and never asked of the model, with what keeps them from 100 in words.
 * Quality: which parts were found (50), from how many sources and sites (25), and how fresh they are (25). Confidence: who the guests are (50), how much of
 * the draft held up against its sources (30), and the sources (20). Nothing kept is 0.
 */
export function scoreResearch(input: ScoreInput, now: Date): Scores {
  if (input.kept === 0) {
    const reason = input.isSearchComplete ? [] : [SEARCH_INCOMPLETE];
    return { qualityScore: 0, confidence: 0, scoreReasons: ['Nothing that can be relied on was found.', ...reason] };
  }
  const reasons: string[] = [];
  const parts = partsOf(input, reasons);
  const sources = sourcesOf(input, reasons);
  const fresh = freshness(input, now, reasons);
  const identity = identityOf(input.report.guests, reasons);
  const held = ratio(input.kept, input.proposed);
  if (held < 1) {
    reasons.push(
      `${input.proposed - input.kept} of ${input.proposed} sentences did not hold up against their sources and were left out.`,
    );
  }
  if (!input.isSearchComplete) reasons.push(SEARCH_INCOMPLETE);
  if (!input.isJudged)
    reasons.push(
      'The sentences could not be checked a second time, so only quotes from the companies’ own sites are shown.',
    );
  const most = input.isJudged ? (input.isSearchComplete ? 100 : MOST_INCOMPLETE) : MOST_UNJUDGED;
  const whole = (score: number) => Math.min(most, reasons.length > 0 ? Math.floor(score) : Math.round(score));
  return {
    qualityScore: whole(50 * parts + 25 * sources + 25 * fresh),
    confidence: whole(50 * identity + 30 * held + 20 * sources),
    scoreReasons: reasons,
  };
}

/** What each company is and what is new there; each guest's role and something about them; something to talk about. */
function partsOf({ report, companies }: ScoreInput, reasons: string[]): number {
  const found: boolean[] = [];
  const look = (isFound: boolean, reason: string) => {
    found.push(isFound);
    if (!isFound) reasons.push(reason);
  };
  for (const domain of companies) {
    const brief = report.companies.find((company) => company.domain === domain);
    look((brief?.line ?? '') !== '', `What ${brief?.name ?? domain} does was not found.`);
    look((brief?.news ?? []).length > 0, `No news of ${brief?.name ?? domain} was found.`);
  }
  for (const { name, email, role, facts } of report.guests) {
    look(role !== null, `The role of ${name ?? email} was not found.`);
    look(facts.length > 0, `Nothing else about ${name ?? email} was found.`);
  }
  look(report.talkingPoints.length > 0, 'There is nothing to suggest for the conversation.');
  return ratio(found.filter(Boolean).length, found.length);
}

function sourcesOf({ cited }: ScoreInput, reasons: string[]): number {
  const sites = new Set(cited.map(({ url }) => siteOf(url))).size;
  if (cited.length < SOURCES_OF_A_FULL_REPORT)
    reasons.push(`It rests on ${cited.length === 1 ? 'one source' : `${cited.length} sources`}.`);
  if (sites < SITES_OF_A_FULL_REPORT) reasons.push('All sources are from one site.');
  return (Math.min(1, cited.length / SOURCES_OF_A_FULL_REPORT) + Math.min(1, sites / SITES_OF_A_FULL_REPORT)) / 2;
}

/** Share of the dated sources that are at most a year old; half when none is dated. */
function freshness({ cited }: ScoreInput, now: Date, reasons: string[]): number {
  const ages = cited.map(({ date }) => ageInDays(date, now)).filter((days) => days !== null);
  const share = ages.length === 0 ? 0.5 : ratio(ages.filter((days) => days <= FRESH_DAYS).length, ages.length);
  if (share < 1)
    reasons.push(
      ages.length === 0 ? 'No source says when it was published.' : 'Some sources are more than a year old.',
    );
  return share;
}

function identityOf(guests: readonly GuestBrief[], reasons: string[]): number {
  for (const { identity, name, email } of guests) {
    if (identity === 'likely') reasons.push(`${name ?? email} is likely, but not certainly, the person described.`);
    if (identity === 'unknown') reasons.push(`Who ${name ?? email} is could not be told.`);
  }
  const sum = guests.reduce((total, { identity }) => total + CERTAINTY[identity], 0);
  return ratio(sum, guests.length);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

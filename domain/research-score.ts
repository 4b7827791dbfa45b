import { ageInDays } from '#domain/page-date.ts';
import { siteOf } from '#domain/site-of.ts';

type ScoredGuest = {
  name: string | null;
  email: string;
  role: string | null;
  facts: readonly string[];
  identity: keyof typeof CERTAINTY;
};

export type ScoreInput = {
  report: {
    guests: readonly ScoredGuest[];
    companies: readonly { domain: string; line: string; news: readonly string[] }[];
    talkingPoints: readonly string[];
  };
  /** Those that were looked for. */
  companies: readonly { domain: string; name: string }[];
  /** Domains and addresses of whom the quick take tells more than what they are: it stands there and in no other part. */
  toldFirst: ReadonlySet<string>;
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
const COUNTED: Record<number, string> = { 0: 'no source', 1: 'one source', 2: 'two sources', 3: 'three sources' };
const SEARCH_INCOMPLETE = 'The web search did not fully answer.';

/**
 * Whole numbers from 0 to 100, computed and never asked of the model, with what keeps them from 100 in words.
 * Quality: which parts were found, and of these half for being there, a quarter each for how many sources and sites they come from and how fresh those
 * are. Confidence: who the guests are (50), how much of the draft held up against its sources (30), and the sources (20). Nothing kept is 0.
 */
export function scoreResearch(input: ScoreInput, now: Date): Scores {
  if (input.kept === 0) {
    const reason = input.isSearchComplete ? [] : [SEARCH_INCOMPLETE];
    return { qualityScore: 0, confidence: 0, scoreReasons: ['Nothing reliable was found.', ...reason] };
  }
  const reasons: string[] = [];
  const parts = partsOf(input, reasons);
  const sources = sourcesOf(input, reasons);
  const fresh = freshness(input, now, reasons);
  const identity = identityOf(input.report.guests, reasons);
  const held = ratio(input.kept, input.proposed);
  if (held < 1) {
    const dropped = input.proposed - input.kept;
    reasons.push(
      `${dropped} of ${input.proposed} drafted sentences ${dropped === 1 ? 'was' : 'were'} left out because the sources did not bear ${dropped === 1 ? 'it' : 'them'} out.`,
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
    qualityScore: whole(parts * (50 + 25 * sources + 25 * fresh)),
    confidence: whole(50 * identity + 30 * held + 20 * sources),
    scoreReasons: reasons,
  };
}

/** What each company is and what is new there; each guest's role and something about them; something to talk about. */
function partsOf({ report, companies, toldFirst }: ScoreInput, reasons: string[]): number {
  const found: boolean[] = [];
  /** The two halves of a part; of what is missing as a whole one reason is enough. */
  const look = (halves: readonly [boolean, boolean], [first, second, both]: readonly [string, string, string]) => {
    found.push(...halves);
    if (!halves[0] && !halves[1]) reasons.push(both);
    else if (!halves[0]) reasons.push(first);
    else if (!halves[1]) reasons.push(second);
  };
  for (const { domain, name } of companies) {
    const brief = report.companies.find((company) => company.domain === domain);
    look(
      [(brief?.line ?? '') !== '', (brief?.news ?? []).length > 0 || toldFirst.has(domain)],
      [`No description of ${name} was found.`, `No news about ${name} was found.`, `Nothing about ${name} was found.`],
    );
  }
  for (const { name, email, role, facts } of report.guests) {
    const guest = name ?? email;
    look(
      [role !== null, facts.length > 0 || toldFirst.has(email)],
      [
        `${guest}’s role was not found.`,
        `Only ${guest}’s role was found.`,
        `Nothing certain about ${guest} was found.`,
      ],
    );
  }
  found.push(report.talkingPoints.length > 0);
  if (report.talkingPoints.length === 0) reasons.push('There are no talking points.');
  return ratio(found.filter(Boolean).length, found.length);
}

function sourcesOf({ cited }: ScoreInput, reasons: string[]): number {
  const sites = new Set(cited.map(({ url }) => siteOf(url))).size;
  if (cited.length < SOURCES_OF_A_FULL_REPORT) reasons.push(`It rests on ${COUNTED[cited.length] ?? cited.length}.`);
  if (sites < SITES_OF_A_FULL_REPORT && cited.length > 1) reasons.push('All sources are from one site.');
  return (Math.min(1, cited.length / SOURCES_OF_A_FULL_REPORT) + Math.min(1, sites / SITES_OF_A_FULL_REPORT)) / 2;
}

/** Share of the sources that are at most a year old; one without a date counts half. */
function freshness({ cited }: ScoreInput, now: Date, reasons: string[]): number {
  const ages = cited.map(({ date }) => ageInDays(date, now));
  const undated = ages.filter((days) => days === null).length;
  const fresh = ages.filter((days) => days !== null && days <= FRESH_DAYS).length;
  if (undated > 0) {
    const some = undated < cited.length;
    reasons.push(some ? 'Some sources do not say when they were published.' : 'No source says when it was published.');
  }
  if (fresh + undated < cited.length) reasons.push('Some sources are more than a year old.');
  return ratio(fresh + undated / 2, cited.length);
}

function identityOf(guests: readonly ScoredGuest[], reasons: string[]): number {
  for (const { identity, name, email } of guests) {
    if (identity === 'likely') reasons.push(`${name ?? email} is probably, but not certainly, the person described.`);
  }
  const sum = guests.reduce((total, { identity }) => total + CERTAINTY[identity], 0);
  return ratio(sum, guests.length);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

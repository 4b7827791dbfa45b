import { ageInDays } from '#domain/page-date.ts';
import { type Remark, type RemarkCode, remarkOf } from '#domain/remarks.ts';
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
  /** Companies searched for. */
  companies: readonly { domain: string; name: string }[];
  /** Domains and addresses that the quick take states facts about; those facts are shown only there. */
  toldFirst: ReadonlySet<string>;
  proposed: number;
  kept: number;
  /** Each cited page, with its date if known. */
  cited: readonly { url: string; date: string | null }[];
  isSearchComplete: boolean;
  /** Why the report consists of quotes: no judge was available, or nothing usable was written. Null if it does not. */
  onlyQuotes: 'notCheckedTwice' | 'notWritten' | null;
};
export type Scores = { qualityScore: number; confidence: number };

const SOURCES_OF_A_FULL_REPORT = 4;
const SITES_OF_A_FULL_REPORT = 2;
/** Older pages say little about the present. */
export const FRESH_DAYS = 365;
const CERTAINTY = { confirmed: 1, likely: 0.6, unknown: 0 } as const;
const MOST_QUOTES = 30;
const MOST_INCOMPLETE = 80;

/**
 * Returns scores as integers from 0 to 100, computed rather than asked of the model, with the reasons for any loss.
 * Quality: the share of parts found, times the sum of 50, up to 25 for the number of sources and sites, and up to 25
 * for their freshness. Confidence: the guests' identity (50), how much of the draft its sources support (30), and the
 * sources (20). Both are at most 30 for quotes only and 80 after an incomplete search, and 0 if nothing was kept.
 */
export function scoreResearch(input: ScoreInput, now: Date): Scores & { reasons: Remark[] } {
  if (input.kept === 0) {
    const reason = input.isSearchComplete ? [] : [remarkOf('searchUnanswered')];
    return { qualityScore: 0, confidence: 0, reasons: [remarkOf('nothingReliable'), ...reason] };
  }
  const reasons: Remark[] = [];
  const parts = partsOf(input, reasons);
  const sources = sourcesOf(input, reasons);
  const fresh = freshness(input, now, reasons);
  const identity = identityOf(input.report.guests, reasons);
  const held = ratio(input.kept, input.proposed);
  const dropped = input.proposed - input.kept;
  if (held < 1) reasons.push(remarkOf('draftDropped', { dropped, proposed: input.proposed }));
  if (!input.isSearchComplete) reasons.push(remarkOf('searchUnanswered'));
  if (input.onlyQuotes !== null) reasons.push(remarkOf(input.onlyQuotes));
  const mostWritten = input.isSearchComplete ? 100 : MOST_INCOMPLETE;
  const most = input.onlyQuotes === null ? mostWritten : MOST_QUOTES;
  const whole = (score: number) => Math.min(most, reasons.length > 0 ? Math.floor(score) : Math.round(score));
  return {
    qualityScore: whole(parts * (50 + 25 * sources + 25 * fresh)),
    confidence: whole(50 * identity + 30 * held + 20 * sources),
    reasons,
  };
}

/** Returns the share of parts found: company descriptions and news, guests' roles and facts, and talking points. */
function partsOf({ report, companies, toldFirst }: ScoreInput, reasons: Remark[]): number {
  const found: boolean[] = [];
  /** Counts both halves of a part. If both are missing, a single reason covers them. */
  const look = (
    halves: readonly [boolean, boolean],
    [first, second, both]: readonly [RemarkCode, RemarkCode, RemarkCode],
    values: Remark['values'],
  ) => {
    found.push(...halves);
    if (!halves[0] && !halves[1]) reasons.push(remarkOf(both, values));
    else if (!halves[0]) reasons.push(remarkOf(first, values));
    else if (!halves[1]) reasons.push(remarkOf(second, values));
  };
  for (const { domain, name } of companies) {
    const brief = report.companies.find((company) => company.domain === domain);
    look(
      [(brief?.line ?? '') !== '', (brief?.news ?? []).length > 0 || toldFirst.has(domain)],
      ['companyNotDescribed', 'companyWithoutNews', 'companyUnknown'],
      { company: name },
    );
  }
  for (const { name, email, role, facts } of report.guests) {
    const guest = name ?? email;
    look(
      [role !== null, facts.length > 0 || toldFirst.has(email)],
      ['guestWithoutRole', 'guestRoleOnly', 'guestUncertain'],
      { guest },
    );
  }
  found.push(report.talkingPoints.length > 0);
  if (report.talkingPoints.length === 0) reasons.push(remarkOf('noTalkingPoints'));
  return ratio(found.filter(Boolean).length, found.length);
}

function sourcesOf({ cited }: ScoreInput, reasons: Remark[]): number {
  const sites = new Set(cited.map(({ url }) => siteOf(url))).size;
  if (cited.length < SOURCES_OF_A_FULL_REPORT) reasons.push(remarkOf('fewSources', { count: cited.length }));
  if (sites < SITES_OF_A_FULL_REPORT && cited.length > 1) reasons.push(remarkOf('oneSite'));
  return (Math.min(1, cited.length / SOURCES_OF_A_FULL_REPORT) + Math.min(1, sites / SITES_OF_A_FULL_REPORT)) / 2;
}

/** Returns the share of sources at most a year old; undated ones count half. */
function freshness({ cited }: ScoreInput, now: Date, reasons: Remark[]): number {
  const ages = cited.map(({ date }) => ageInDays(date, now));
  const undated = ages.filter((days) => days === null).length;
  const fresh = ages.filter((days) => days !== null && days <= FRESH_DAYS).length;
  if (undated > 0) reasons.push(remarkOf(undated < cited.length ? 'someUndated' : 'allUndated'));
  if (fresh + undated < cited.length) reasons.push(remarkOf('someOld'));
  return ratio(fresh + undated / 2, cited.length);
}

function identityOf(guests: readonly ScoredGuest[], reasons: Remark[]): number {
  for (const { identity, name, email } of guests) {
    if (identity === 'likely') reasons.push(remarkOf('guestProbable', { guest: name ?? email }));
  }
  const sum = guests.reduce((total, { identity }) => total + CERTAINTY[identity], 0);
  return ratio(sum, guests.length);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

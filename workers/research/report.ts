import type { CompanyBrief, GuestBrief, ResearchReport } from '#contract/research.ts';
import type { DossierPage } from '#db/queries/dossiers.ts';
import { labelOf } from '#domain/company-names.ts';
import { dropRepeats } from '#domain/drop-repeats.ts';
import { EFFORTS, INSIGHT_CATEGORIES } from '#domain/enumerations.ts';
import { pageKey } from '#domain/page-key.ts';
import { type ScoreInput, type Scores, scoreResearch } from '#domain/quality-score.ts';
import { type Remark, remarkOf, textsOf } from '#domain/remarks.ts';
import { joinStatements } from '#domain/report-statements.ts';
import type { Draft, Fact, Written } from './draft.ts';
import type { Finding } from './finding.ts';
import { candidatesFor, type GuestIdentity } from './identity/identify-guest.ts';
import type { Cast, Ruling, Statement } from './statement.ts';
import type { GuestSubject, ResearchSubject } from './subject.ts';

export type CheckedReport = Scores & { report: ResearchReport; statementsKept: number };

/** The input of a report, besides the draft and its rulings. */
export type Material = {
  subject: ResearchSubject;
  findings: readonly Finding[];
  cast: Cast;
  /** By guest id. */
  identities: ReadonlyMap<string, GuestIdentity>;
  /** Pages that name each guest, by guest id. */
  pages: ReadonlyMap<string, readonly DossierPage[]>;
  isSearchComplete: boolean;
  /** The reason the report consists only of quotes; null if it was written. */
  onlyQuotes: ScoreInput['onlyQuotes'];
  now: Date;
};

/** Maximum statements per list, sized for the email. Any beyond are dropped. */
const MOST = { summary: 3, guestFacts: 4, news: 3, talkingPoints: 5, questions: 3 };
const PLAIN_TITLE = 'Worth knowing';

/** Builds the report from verified statements, each with its citations; sources are numbered in order of citation. */
export function buildReport(
  { draft, statements, idOf, proposed }: Written,
  rulings: readonly Ruling[],
  material: Material,
): CheckedReport {
  const { subject, cast, pages, isSearchComplete, onlyQuotes, now } = material;
  const ruled = new Map(rulings.map((ruling) => [ruling.id, ruling]));
  const held = statements.filter((one) => isHeld(one, ruled.get(one.id), material));
  const kept = new Map(dropRepeats(held, cast.guests).map((statement) => [statement.id, statement]));
  const kindOf = new Map<string, string>(material.findings.map(({ id, kind }) => [id, kind]));
  const find = (key: object | null) => kept.get((key && idOf.get(key)) ?? '') ?? null;
  const findAll = (facts: readonly Fact[]) => facts.flatMap((fact) => find(fact) ?? []);

  const quickTake = findAll(draft.summary).slice(0, MOST.summary);
  const guestParts = subject.guests.map((guest) => {
    const drafted = draft.guests.find(({ id }) => id === guest.id);
    return { guest, role: find(drafted?.role ?? null), facts: findAll(drafted?.facts ?? []) };
  });
  const companyParts = subject.companies.flatMap((domain) => {
    const drafted = draft.companies.find((company) => company.domain.toLowerCase() === domain);
    const [line, news] = [find(drafted?.line ?? null), findAll(drafted?.news ?? [])];
    return line === null && news.length === 0 ? [] : [{ domain, name: drafted?.name, line, news }];
  });
  // The quick take needs facts. If it has none, the first news item or guest fact moves there, or a company's
  // description is repeated.
  if (quickTake.every(({ findingIds }) => !findingIds.some((id) => kindOf.get(id) === 'page'))) {
    const newest = [...companyParts.map(({ news }) => news), ...guestParts.map(({ facts }) => facts)];
    const lead = newest.find(({ length }) => length > 1)?.shift() ?? companyParts[0]?.line;
    if (lead) quickTake.push(lead);
  }

  // Citations are numbered from here on, in reading order and only for what fits.
  const cited: { title: string; url: string; date: string | null }[] = [];
  const write = (statement: Statement): string => joined([statement.text, marksOf(statement)]);
  const writeAll = (facts: readonly Fact[]) => findAll(facts).map(write);
  function marksOf({ findingIds }: Statement): string {
    const quotes = material.findings.filter(({ id }) => findingIds.includes(id)).flatMap((finding) => finding.quotes);
    const numbers = quotes
      .filter(({ url }) => url !== '')
      .map(({ title, url, date }) => {
        const known = cited.findIndex((source) => pageKey(source.url) === pageKey(url));
        return known >= 0 ? known + 1 : cited.push({ title, url, date });
      });
    const ascending = [...new Set(numbers)].toSorted((one, other) => one - other);
    return ascending.map((number) => `[${number}]`).join('');
  }
  /** Writes a point with its reason. A reason based only on the invitation or the reader has no citations. */
  function writePoint({ point, why }: Draft['talkingPoints'][number]): string[] {
    const [said, reason] = [find(point), find(why)];
    return said ? [joined([write(said), reason ? write(reason) : ''])] : [];
  }

  const findingsOf = (some: readonly (Statement | null)[]) => some.flatMap((one) => one?.findingIds ?? []);
  const lines = findingsOf([...guestParts.map(({ role }) => role), ...companyParts.map(({ line }) => line)]);
  const inQuickTake = findingsOf(quickTake).filter((id) => !lines.includes(id));
  const told = material.findings.filter(({ id }) => inQuickTake.includes(id)).map(({ about }) => about);
  const toldFirst = new Set([
    ...subject.companies.filter((domain) => told.includes(domain)),
    ...subject.guests.filter(({ id }) => told.includes(id)).map(({ email }) => email),
  ]);

  const summary = joinStatements(quickTake.map(write));
  const isShareable = ({ findingIds }: Statement) =>
    findingIds.every((id) => ['page', 'invitation'].includes(kindOf.get(id) ?? ''));
  const guests = guestParts.map(({ guest, role, facts }): GuestBrief => {
    const identity = identityOf(guest.id, role !== null || facts.length > 0, material);
    const candidates = identity === 'unknown' ? candidatesFor(guest, pages.get(guest.id) ?? []) : [];
    const told = { role: role && write(role), facts: facts.slice(0, MOST.guestFacts).map(write) };
    return { email: guest.email, name: guest.name, ...told, identity, candidates };
  });
  const companies = companyParts.map(({ domain, name, line, news }): CompanyBrief => {
    const told = { line: line === null ? '' : write(line), news: news.slice(0, MOST.news).map(write) };
    return { domain, name: companyName(domain, material, name), ...told };
  });
  const found = new Set([...toldFirst, ...companies.map(({ domain }) => domain)]);
  const missing = listMissing(material, guests, found);
  // An incomplete search may have missed public information.
  const notFound = [...missing, ...(isSearchComplete ? [] : [remarkOf('searchIncomplete')])];
  const report = {
    ...(held.length > 0 && onlyQuotes === null && { language: subject.language }),
    summary: summary || textsOf(missing).join(' '),
    shareable: quickTake.filter(isShareable).map(write),
    guests: [...guests, ...subject.objected.guests.map(objectedBrief)],
    companies,
    // Points with a reason come first.
    talkingPoints: draft.talkingPoints
      .toSorted((one, other) => Number(find(other.why) !== null) - Number(find(one.why) !== null))
      .filter(({ point }) => find(point) !== null)
      .slice(0, MOST.talkingPoints)
      .flatMap(writePoint),
    questions: findAll(draft.questions)
      .slice(0, MOST.questions)
      .map(({ text }) => text),
    riskFactors: writeAll(draft.riskFactors),
    keyInsights: draft.keyInsights.flatMap((insight) =>
      writeAll([insight.description]).map((description) => {
        const category = label(insight.category, INSIGHT_CATEGORIES);
        const title = find(insight)?.text ?? (category || PLAIN_TITLE);
        return { title, description, importance: insight.importance, category };
      }),
    ),
    // An action and its reason are kept or dropped together.
    recommendations: draft.recommendations.flatMap((one) => {
      const action = find(one)?.text;
      if (action === undefined) return [];
      return writeAll([one.reasoning]).map((reasoning) => ({
        action,
        reasoning,
        priority: one.priority,
        effort: label(one.effort, EFFORTS),
      }));
    }),
    opportunities: draft.opportunities.flatMap(({ description, category }) =>
      writeAll([description]).map((text) => ({ description: text, category: label(category, INSIGHT_CATEGORIES) })),
    ),
    notFound: textsOf(notFound),
  };
  const counts = { proposed, kept: held.length, cited, isSearchComplete, onlyQuotes };
  const looked = cast.companies.map(({ domain }) => ({ domain, name: companyName(domain, material) }));
  const scored = { report: { ...report, guests }, companies: looked, toldFirst, ...counts };
  const { reasons, ...scores } = scoreResearch(scored, now);
  const sources = cited.map(({ title, url }) => ({ title, url }));
  const remarks = { scoreReasons: textsOf(reasons), remarks: [...notFound, ...reasons] };
  return { report: { ...report, sources, ...remarks }, ...scores, statementsKept: held.length };
}

/**
 * Returns whether a statement is verified and, in a guest's section, about that guest: according to the judge, or
 * because it cites a page known to be about them.
 */
function isHeld(
  { about, findingIds }: Statement,
  ruling: Ruling | undefined,
  { findings, identities }: Material,
): boolean {
  if (ruling?.verdict !== 'kept') return false;
  const guest = identities.get(about ?? '');
  if (!guest || ruling.person === 'same') return true;
  return findings.some(
    ({ id, quotes }) => findingIds.includes(id) && quotes.some(({ url }) => guest.ownPages.includes(url)),
  );
}

/** Returns how sure the identity is. A guest named on the employer's site needs a verified statement about them. */
function identityOf(id: string, isKnown: boolean, { identities }: Material): GuestBrief['identity'] {
  const identity = identities.get(id);
  if (identity?.isConfirmed && (isKnown || identity.ownPages.length > 0)) return 'confirmed';
  return isKnown ? 'likely' : 'unknown';
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/**
 * Returns the name chosen by the writer if it is one of the company's, otherwise the shortest that isn't the domain's
 * label: `Brightwater` reads better than the legal name. Returns the domain if no name is known.
 */
function companyName(domain: string, { cast }: Material, chosen = ''): string {
  const names = cast.companies.find((company) => company.domain === domain)?.names ?? [];
  const isChosen = (name: string) => name.toLowerCase() === chosen.trim().toLowerCase();
  return names.find(isChosen) ?? names.findLast((name) => name !== labelOf(domain)) ?? domain;
}

/** Returns the entry of a guest who, or whose company, asked not to be researched. */
function objectedBrief({ email, name }: GuestSubject): GuestBrief {
  return { email, name, role: null, facts: [], identity: 'unknown', candidates: [], hasObjected: true };
}

/**
 * Returns remarks on companies that objected or were not found, guests not identified, and guests left out.
 *
 * @param found Domains of companies and addresses of guests that the report covers.
 */
function listMissing(material: Material, guests: readonly GuestBrief[], found: ReadonlySet<string>): Remark[] {
  const { companies, guestsLeftOut } = material.subject;
  const missing = companies.filter((domain) => !found.has(domain));
  const unknown = guests.filter(({ identity }) => identity === 'unknown');
  return [
    ...material.subject.objected.companies.map((company) => remarkOf('companyObjected', { company })),
    ...missing.map((domain) => remarkOf('companyNotFound', { company: companyName(domain, material) })),
    ...unknown.map(({ name, email, candidates }) =>
      remarkOf(candidates.length === 0 ? 'guestNotFound' : 'whichGuest', { guest: name ?? email }),
    ),
    ...(guestsLeftOut > 0 ? [remarkOf('guestsLeftOut', { count: guestsLeftOut })] : []),
  ];
}

/** Returns the known word that matches the model's, ignoring case; empty if none does. */
function label(text: string, known: readonly string[]): string {
  return known.find((word) => word.toLowerCase() === text.trim().toLowerCase()) ?? '';
}

import { holdsName, mayNamePerson } from '#domain/person-names.ts';
import { ownerLabel } from '#domain/registrable-domain.ts';
import { saysAgain } from '#domain/same-fact.ts';
import { siteOf } from '#domain/site-of.ts';
import type { VendorError } from '#providers/errors.ts';
import type { OnFault } from '#workers/research/fault.ts';
import type { Finding, Quote } from '#workers/research/finding.ts';
import type { Cast, Ruling, Statement } from '#workers/research/statement.ts';
import { type Case, type Judged, type JudgeModel, judge, type Reading, type Verdict } from './judge.ts';
import { vetoRead, vetoStatement } from './veto.ts';

export type Material = {
  statements: readonly Statement[];
  findings: readonly Finding[];
  cast: Cast;
  /** `YYYY-MM-DD`. */
  today: string;
  /** Statements that the reader reported as wrong and that may not be repeated. */
  wrongFacts?: readonly string[];
};

export type VerifyTools = {
  model: JudgeModel;
  /** Whether a second reading is affordable; without one, statements with an uncertain verdict are dropped. */
  mayAskAgain?: () => boolean;
  /** Called for each statement dropped by the veto and each unusable part of the judge's answers. */
  onFault?: OnFault;
};

/** `error`: why the judge's answer on some statements is missing or unusable. These statements are not used. */
export type Verified = { rulings: Ruling[]; error: VendorError | null };

/**
 * Rules on each statement, first by exact rules, then by a judge that sees only the statements and their findings.
 */
export async function verifyStatements(
  { statements, findings, cast, today, wrongFacts = [] }: Material,
  { model, mayAskAgain = () => true, onFault = () => {} }: VerifyTools,
  signal: AbortSignal,
): Promise<Verified> {
  const cases = casesOf(statements, findings);
  const vetoed = vetoStatements({ statements, findings, cast, today, wrongFacts }, onFault);
  const vetoes = new Map(vetoed.map((ruling) => [ruling.id, ruling]));
  const open = cases.filter(({ statement }) => vetoes.get(statement.id)?.verdict === 'kept');
  const read = (some: readonly Case[], reading: Reading) =>
    judge(some, { cast, today, wrongFacts, reading }, { model, onFault }, signal);
  const [first, asked] = await Promise.all([read(open, 'first'), read(withPartners(open, isInvited), 'invited')]);
  const reasons = new Map(
    open.map((one) => {
      const { id } = one.statement;
      const orders = asked.verdicts.get(id)?.orders;
      const asks = orders ? orders.length > 0 : isInvited(one);
      return [id, reasonToDrop(one, first.verdicts.get(id), cast) || (asks ? 'asks' : '')];
    }),
  );

  const isUnsure = ({ statement: { id } }: Case) => reasons.get(id) === '' && first.verdicts.get(id)?.certain === false;
  const unsure = withPartners(open, isUnsure).filter(
    ({ statement: { id, reasonFor = id } }) => reasons.get(id) === '' && reasons.get(reasonFor) === '',
  );
  const second = await read(mayAskAgain() ? unsure : [], 'second');
  for (const one of unsure) {
    const { id } = one.statement;
    const verdict = second.verdicts.get(id);
    // A certain first verdict stands if the second answer omits the statement.
    if (verdict) reasons.set(id, reasonToDrop(one, verdict, cast));
    else if (isUnsure(one)) reasons.set(id, 'unsure');
  }

  const paragraphs = paragraphsWithOrders(open, [first, asked, second]);
  const ruled = cases.flatMap(({ statement, quotes }): Ruling[] => {
    const { id } = statement;
    const veto = vetoes.get(id);
    if (veto?.verdict === 'dropped') return [veto];
    const verdict = first.verdicts.get(id);
    if (first.error && !verdict) return [];
    const isOrdered = quotes.some((quote) => paragraphs.has(paragraphKey(quote)));
    const judged = reasons.get(id) || (isOrdered ? 'order_in_paragraph' : '');
    const person = verdict && verdict.person !== 'none' ? verdict.person : null;
    if (judged !== '') return [{ id, verdict: 'dropped', by: 'judge', reason: judged, person }];
    const texts = quotes.map(({ quote }) => quote);
    const reason = vetoRead(statement, texts, cast, today) ?? '';
    if (reason === '') return [{ id, verdict: 'kept', by: 'judge', reason, person }];
    onFault({ step: 'veto', code: reason, id });
    return [{ id, verdict: 'dropped', by: 'veto', reason, person }];
  });
  return { rulings: dropWithPoint(statements, ruled), error: first.error ?? asked.error };
}

/** Rules on statements by the exact rules only, as for verbatim quotes when no judge is available. */
export function vetoStatements(
  { statements, findings, cast, today, wrongFacts = [] }: Material,
  onFault: OnFault,
): Ruling[] {
  const findingsById = new Map(findings.map((finding) => [finding.id, finding]));
  const rulings = statements.map((statement): Ruling => {
    const isWrong = wrongFacts.some((wrong) => saysAgain(statement.text, wrong));
    const reason = isWrong ? 'called_wrong' : (vetoStatement(statement, findingsById, cast, today) ?? '');
    if (reason !== '') onFault({ step: 'veto', code: reason, id: statement.id });
    return { id: statement.id, verdict: reason === '' ? 'kept' : 'dropped', by: 'veto', reason, person: null };
  });
  return dropWithPoint(statements, rulings);
}

/** Drops the reason for a dropped talking point or action. */
function dropWithPoint(statements: readonly Statement[], rulings: readonly Ruling[]): Ruling[] {
  const dropped = new Set(rulings.flatMap(({ id, verdict }) => (verdict === 'dropped' ? [id] : [])));
  const pointOf = new Map(statements.map(({ id, reasonFor }) => [id, reasonFor]));
  return rulings.map((ruling) =>
    ruling.verdict === 'kept' && dropped.has(pointOf.get(ruling.id) ?? '')
      ? { ...ruling, verdict: 'dropped', reason: 'reason_alone' }
      : ruling,
  );
}

/** Returns each statement with its quotes, numbered from `q1` across the run, so that each has one id everywhere. */
function casesOf(statements: readonly Statement[], findings: readonly Finding[]): Case[] {
  const quotes = findings.flatMap(({ id, kind, about, quotes }) =>
    quotes.map((quote) => ({ findingId: id, kind, about, quote })),
  );
  const numbered = quotes.map((quote, index) => ({ ...quote, id: `q${index + 1}` }));
  return statements.map((statement) => ({
    statement,
    quotes: numbered.filter(({ findingId }) => statement.findingIds.includes(findingId)),
  }));
}

/** Returns the matching cases. If a point or its reason matches, returns both. */
function withPartners(cases: readonly Case[], isMeant: (one: Case) => boolean): Case[] {
  const meant = new Set(cases.filter(isMeant).map(({ statement: { id, reasonFor = id } }) => reasonFor));
  return cases.filter(({ statement: { id, reasonFor = id } }) => meant.has(reasonFor));
}

/** Returns whether a statement other than a question is based on the invitation, without a supporting page. */
function isInvited({ statement, quotes }: Case): boolean {
  const kinds = new Set(quotes.map(({ kind }) => kind));
  return statement.kind !== 'question' && kinds.has('invitation') && !kinds.has('page');
}

/** Returns why the verdict drops the statement; empty if it is kept. */
function reasonToDrop(one: Case, verdict: Verdict | undefined, cast: Cast): string {
  if (!verdict) return 'no_verdict';
  if (verdict.orders.length > 0) return 'order';
  if (verdict.verdict !== 'supported') return verdict.verdict;
  if (verdict.person === 'other' || (verdict.person === 'unsure' && !isOwnPage(one, cast)))
    return `person_${verdict.person}`;
  if (verdict.organisation === 'other' || verdict.organisation === 'unsure')
    return `organisation_${verdict.organisation}`;
  if (verdict.time === 'wrong') return 'wrong_time';
  return verdict.harmful && !isWellSourced(one, cast) ? 'harmful_one_source' : '';
}

/** Returns whether a case quotes a page known to be about its guest or, in a general section, about any guest. */
function isOwnPage({ statement: { about }, quotes }: Case, { guests }: Cast): boolean {
  const pages = guests.flatMap(({ id, ownPages }) => (about === null || about === id ? (ownPages ?? []) : []));
  return quotes.some(({ quote }) => pages.includes(quote.url));
}

/** Returns whether a damaging claim is from the site of the only company concerned or from two independent sources. */
function isWellSourced({ statement: { text, about }, quotes }: Case, { companies, guests }: Cast): boolean {
  const pages = quotes.filter(({ kind, quote }) => kind === 'page' && URL.canParse(quote.url));
  const sites = new Set(pages.map(({ quote }) => siteOf(quote.url)));
  // In a general section, the subjects are everyone it mentions and everyone its quotes were found for.
  const general = [
    ...companies.flatMap(({ domain, names }) =>
      [domain, ...names].some((name) => holdsName(text, name)) ? [domain] : [],
    ),
    ...guests.flatMap((guest) => (mayNamePerson(text, guest) ? [guest.id] : [])),
    ...pages.map((page) => page.about ?? ''),
  ];
  const subjects = about === null ? general : [about];
  const spokenOf = new Set(subjects.map((one) => guests.find(({ id }) => id === one)?.companyDomain ?? one));
  if (spokenOf.size === 1 && !spokenOf.isDisjointFrom(sites)) return true;
  return countSources(pages.map(({ quote }) => quote)) > 1;
}

/** Counts independent sources: sites of one owner, and those that carry the same text, count as one. */
function countSources(quotes: readonly Quote[]): number {
  let sources: Quote[][] = [];
  for (const quote of quotes) {
    const same = sources.filter((source) => source.some((other) => isSameSource(quote, other)));
    sources = [...sources.filter((source) => !same.includes(source)), [quote, ...same.flat()]];
  }
  return sources.length;
}

function isSameSource(one: Quote, other: Quote): boolean {
  const [owner, otherOwner] = [one, other].map(({ url }) => ownerLabel(siteOf(url)));
  return owner === otherOwner || isRepeatedIn(one, other) || isRepeatedIn(other, one);
}

/** Returns whether a quote's text occurs in or around another. Matches loosely, as undercounting is harmless. */
function isRepeatedIn({ text }: Quote, { before, text: quoted, after }: Quote): boolean {
  return holdsName(`${before} ${quoted} ${after}`, text);
}

function paragraphsWithOrders(cases: readonly Case[], readings: readonly Judged[]): ReadonlySet<string> {
  const ordering = new Set(readings.flatMap(({ verdicts }) => [...verdicts.values()].flatMap(({ orders }) => orders)));
  const quotes = cases.flatMap((one) => one.quotes).filter(({ id }) => ordering.has(id));
  return new Set(quotes.map(paragraphKey));
}

/** Returns a key for the quote's paragraph on its page; for a quote from elsewhere, such as the invitation, its id. */
function paragraphKey({ id, kind, quote: { url, paragraph } }: Case['quotes'][number]): string {
  return kind === 'page' ? `${url} ${paragraph}` : id;
}

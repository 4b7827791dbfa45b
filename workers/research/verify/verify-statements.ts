import { holdsName } from '#domain/person-names.ts';
import { saysAgain } from '#domain/same-fact.ts';
import { siteOf } from '#domain/site-of.ts';
import type { VendorError } from '#providers/errors.ts';
import type { OnFault } from '#workers/research/fault.ts';
import type { Finding } from '#workers/research/finding.ts';
import type { Cast, Ruling, Statement } from '#workers/research/statement.ts';
import { type Case, type Judged, type JudgeModel, judge, type Reading, type Verdict } from './judge.ts';
import { vetoRead, vetoStatement } from './veto.ts';

export type Material = {
  statements: readonly Statement[];
  findings: readonly Finding[];
  cast: Cast;
  /** `YYYY-MM-DD`. */
  today: string;
  /** What the reader called wrong: no statement says it again. */
  wrongFacts?: readonly string[];
};

export type VerifyTools = {
  model: JudgeModel;
  /** Whether a second reading may still be paid for; without one, a statement that the judge is not certain of is dropped. */
  mayAskAgain?: () => boolean;
  /** Hears of each statement that the veto drops, and of everything in the judge's answers that could not be used. */
  onFault?: OnFault;
};

/** `error`: why the judge's answer about some statements could not be had or used. These have no ruling, and are dropped. */
export type Verified = { rulings: Ruling[]; error: VendorError | null };

/**
 * Rules on each statement, in the order given: first by what is exact, then by a second reader who sees the statement and what it rests on.
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
    // What was sure after the first reading stays so where the second one says nothing of it.
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
    const reason =
      vetoRead(
        statement,
        quotes.map(({ quote }) => quote),
        cast,
        today,
      ) ?? '';
    if (reason === '') return [{ id, verdict: 'kept', by: 'judge', reason, person }];
    onFault({ step: 'veto', code: reason, id });
    return [{ id, verdict: 'dropped', by: 'veto', reason, person }];
  });
  return { rulings: dropWithPoint(statements, ruled), error: first.error ?? asked.error };
}

/** The exact half alone, for what is quoted word for word when no judge can be had. */
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

/** The reason for a talking point or an action falls with it. */
function dropWithPoint(statements: readonly Statement[], rulings: readonly Ruling[]): Ruling[] {
  const dropped = new Set(rulings.flatMap(({ id, verdict }) => (verdict === 'dropped' ? [id] : [])));
  const pointOf = new Map(statements.map(({ id, reasonFor }) => [id, reasonFor]));
  return rulings.map((ruling) =>
    ruling.verdict === 'kept' && dropped.has(pointOf.get(ruling.id) ?? '')
      ? { ...ruling, verdict: 'dropped', reason: 'reason_alone' }
      : ruling,
  );
}

/** Quotes count from `q1` over the whole run, so that a quote has one id wherever it is used. */
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

/** Those that are meant; a point and its reason are read together. */
function withPartners(cases: readonly Case[], isMeant: (one: Case) => boolean): Case[] {
  const meant = new Set(cases.filter(isMeant).map(({ statement: { id, reasonFor = id } }) => reasonFor));
  return cases.filter(({ statement: { id, reasonFor = id } }) => meant.has(reasonFor));
}

/** What the reader is told on the word of the invitation, which no page bears out. */
function isInvited({ statement, quotes }: Case): boolean {
  const kinds = new Set(quotes.map(({ kind }) => kind));
  return statement.kind !== 'question' && kinds.has('invitation') && !kinds.has('page');
}

/** Empty where the verdict lets the statement stand. */
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

/** Whether it rests on a page that is about the guest beyond doubt, whatever a reader of the quote alone can tell. */
function isOwnPage({ statement: { about }, quotes }: Case, { guests }: Cast): boolean {
  const pages = guests.flatMap(({ id, ownPages }) => (about === null || about === id ? (ownPages ?? []) : []));
  return quotes.some(({ quote }) => pages.includes(quote.url));
}

/** Damaging claims need the site of the one company that they speak of, or two sites that nobody owns together. */
function isWellSourced({ statement: { text, about }, quotes }: Case, { companies, guests }: Cast): boolean {
  const pages = quotes.filter(({ kind, quote }) => kind === 'page' && URL.canParse(quote.url));
  const sites = new Set(pages.map(({ quote }) => siteOf(quote.url)));
  const isNamed = (names: readonly (string | null)[]) => names.some((name) => holdsName(text, name));
  // In a general part these are all whom it names, and of whom its quotes were found.
  const general = [
    ...companies.flatMap(({ domain, names }) => (isNamed([domain, ...names]) ? [domain] : [])),
    ...guests.flatMap(({ id, name }) => (isNamed([name]) ? [id] : [])),
    ...pages.map((page) => page.about ?? ''),
  ];
  const subjects = about === null ? general : [about];
  const spokenOf = new Set(subjects.map((one) => guests.find(({ id }) => id === one)?.companyDomain ?? one));
  return sites.size > 1 || (spokenOf.size === 1 && !spokenOf.isDisjointFrom(sites));
}

function paragraphsWithOrders(cases: readonly Case[], readings: readonly Judged[]): ReadonlySet<string> {
  const ordering = new Set(readings.flatMap(({ verdicts }) => [...verdicts.values()].flatMap(({ orders }) => orders)));
  const quotes = cases.flatMap((one) => one.quotes).filter(({ id }) => ordering.has(id));
  return new Set(quotes.map(paragraphKey));
}

/** One paragraph of a page; of a search result all that came with it. */
function paragraphKey({ id, kind, quote: { url, paragraph } }: Case['quotes'][number]): string {
  return kind === 'page' ? `${url} ${paragraph}` : id;
}

import { saysAgain } from '#domain/same-fact.ts';
import { siteOf } from '#domain/site-of.ts';
import { VendorError } from '#providers/errors.ts';
import { ModelOutputError } from '#providers/research/provider.ts';
import type { Finding } from '#workers/research/finding.ts';
import type { Cast, Ruling, Statement } from '#workers/research/statement.ts';
import { type Case, type Judged, type JudgeFault, type JudgeModel, judge, type Verdict } from './judge.ts';
import { vetoStatement } from './veto.ts';

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
  /** Hears of everything in the judge's answers that could not be used. */
  onFault?: (fault: JudgeFault) => void;
};

/** The judge's answer about some statements could not be used. `rulings` are those of the others; a statement without one is dropped. */
export class UnjudgedError extends ModelOutputError {
  readonly rulings: readonly Ruling[];

  constructor({ code }: ModelOutputError, rulings: readonly Ruling[]) {
    super(code);
    this.rulings = rulings;
  }
}

/**
 * Rules on each statement, in the order given: first by what is exact, then by a second reader who sees the statement and what it rests on.
 *
 * @throws UnjudgedError where an answer was cut off or is no JSON, and what the model throws.
 */
export async function verifyStatements(
  { statements, findings, cast, today, wrongFacts = [] }: Material,
  { model, mayAskAgain = () => true, onFault = () => {} }: VerifyTools,
  signal: AbortSignal,
): Promise<Ruling[]> {
  const cases = casesOf(statements, findings);
  const vetoes = new Map(
    vetoStatements({ statements, findings, cast, today, wrongFacts }).map((ruling) => [ruling.id, ruling]),
  );
  const open = cases.filter(({ statement }) => vetoes.get(statement.id)?.verdict === 'kept');
  const first = await read(open, false);
  const reasons = new Map(
    open.map((one) => [one.statement.id, reasonToDrop(one, first.verdicts.get(one.statement.id), cast)]),
  );

  const isUnsure = ({ statement: { id } }: Case) => reasons.get(id) === '' && first.verdicts.get(id)?.certain === false;
  // A point and its reason are read together again, as long as the point stands.
  const again = new Set(open.filter(isUnsure).map(({ statement: { id, reasonFor = id } }) => reasonFor));
  const unsure = open.filter(
    ({ statement: { id, reasonFor = id } }) =>
      again.has(reasonFor) && reasons.get(id) === '' && reasons.get(reasonFor) === '',
  );
  const second = unsure.length > 0 && mayAskAgain() ? await readAgain(unsure) : null;
  for (const one of unsure) {
    const { id } = one.statement;
    if (second || isUnsure(one)) reasons.set(id, second ? reasonToDrop(one, second.verdicts.get(id), cast) : 'unsure');
  }

  const paragraphs = paragraphsWithOrders(open, [first, ...(second ? [second] : [])]);
  const ruled = cases.flatMap(({ statement: { id }, quotes }): Ruling[] => {
    const veto = vetoes.get(id);
    if (veto?.verdict === 'dropped') return [veto];
    const verdict = first.verdicts.get(id);
    if (first.error && !verdict) return [];
    const isOrdered = quotes.some((quote) => paragraphs.has(paragraphKey(quote)));
    const reason = reasons.get(id) || (isOrdered ? 'order_in_paragraph' : '');
    const person = verdict && verdict.person !== 'none' ? verdict.person : null;
    return [{ id, verdict: reason === '' ? 'kept' : 'dropped', by: 'judge', reason, person }];
  });
  const rulings = dropWithPoint(statements, ruled);
  if (first.error) throw new UnjudgedError(first.error, rulings);
  return rulings;

  async function read(some: readonly Case[], isSecondReading: boolean): Promise<Judged> {
    const judged = await judge(some, { cast, today, wrongFacts, isSecondReading }, model, signal);
    judged.faults.forEach(onFault);
    return judged;
  }

  /** What was sure after the first reading stays so, whatever becomes of the second. */
  async function readAgain(some: readonly Case[]): Promise<Judged | null> {
    try {
      return await read(some, true);
    } catch (error) {
      if (signal.aborted || !(error instanceof VendorError)) throw error;
      onFault({ code: 'second_reading_failed', id: null });
      return null;
    }
  }
}

/** The exact half alone, for what is quoted word for word when no judge can be had. */
export function vetoStatements({ statements, findings, cast, today, wrongFacts = [] }: Material): Ruling[] {
  const findingsById = new Map(findings.map((finding) => [finding.id, finding]));
  const rulings = statements.map((statement): Ruling => {
    const isWrong = wrongFacts.some((wrong) => saysAgain(statement.text, wrong));
    const reason = isWrong ? 'called_wrong' : (vetoStatement(statement, findingsById, cast, today) ?? '');
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
  const quotes = findings.flatMap(({ id, kind, quotes }) => quotes.map((quote) => ({ findingId: id, kind, quote })));
  const numbered = quotes.map((quote, index) => ({ ...quote, id: `q${index + 1}` }));
  return statements.map((statement) => ({
    statement,
    quotes: numbered.filter(({ findingId }) => statement.findingIds.includes(findingId)),
  }));
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

/** Damaging claims need the company's own site or two sites that nobody owns together. */
function isWellSourced({ statement: { about }, quotes }: Case, { companies, guests }: Cast): boolean {
  const urls = quotes
    .filter(({ kind, quote }) => kind === 'page' && URL.canParse(quote.url))
    .map(({ quote }) => quote.url);
  const domains = new Set(urls.map(siteOf));
  const company = guests.find(({ id }) => id === about)?.companyDomain ?? about;
  const own = companies.filter(({ domain }) => company === null || domain === company);
  return domains.size > 1 || own.some(({ domain }) => domains.has(domain));
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

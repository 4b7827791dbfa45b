import type { Dossier } from '#db/queries/dossiers.ts';
import type { DossierStore } from '#db/stored-dossiers.ts';
import { mayNamePerson } from '#domain/person-names.ts';
import { type Remark, remarkOf } from '#domain/remarks.ts';
import { localDate } from '#domain/zoned-time.ts';
import { RequestRejectedError, VendorError } from '#providers/errors.ts';
import { withUsage } from '#providers/research/budget.ts';
import { ModelOutputError, type ResearchModel } from '#providers/research/provider.ts';
import { EMPTY_DRAFT, type Written } from './draft.ts';
import type { OnFault } from './fault.ts';
import { gatherFindings, type Known } from './gather/gather-findings.ts';
import { identifyGuest } from './identity/identify-guest.ts';
import { numberFindings } from './number-findings.ts';
import { buildReport, type CheckedReport, type Material } from './report.ts';
import { type ResearchableMeeting, type ResearchSubject, toSubject } from './subject.ts';
import { verifyStatements, vetoStatements } from './verify/verify-statements.ts';
import { writeDraft, writeQuotes } from './write/write-draft.ts';

export type ResearchTools = {
  model: ResearchModel;
  dossiers: DossierStore;
  /** Whether the budget allows another request for the judge's uncertain verdicts. */
  mayAskAgain?: () => boolean;
  /** Called for each unusable part of the model's answers. */
  onFault?: OnFault;
};

/** Returns whether no other attempt will follow if this one fails with the code. */
export type IsLastAttempt = (code: string) => boolean;

/**
 * Researches one meeting: collects what is known, gathers the rest from the web, has a report written from quotes and
 * keeps the sentences they support. If nothing public is found, the report just says so; the model does not write it.
 *
 * @param since Research from before this time is repeated.
 * @param isLastAttempt Called after the search, the writer or the judge failed; if true, a partial report is accepted
 * and says so.
 * @returns the report with scores; when its oldest reused dossier was researched, and when the first goes stale (null
 * if none was reused); the error code of the writer or judge if the report is only quotes, otherwise null; the usage
 * @throws ModelOutputError (`nothing_usable` if there was material but no verified sentence) and the errors of
 * providers/errors.ts
 */
export async function researchMeeting(
  tools: ResearchTools,
  meeting: ResearchableMeeting,
  since: Date,
  signal: AbortSignal,
  isLastAttempt: IsLastAttempt = () => false,
) {
  const { model, usage } = withUsage(tools.model);
  const subject = toSubject(meeting);
  const known = await gatherFindings({ ...tools, model }, { subject, since, isLastAttempt }, signal);
  const material = toMaterial(subject, known, new Date());
  const { checked, quotesBecause } = material.findings.some(({ kind }) => kind === 'page')
    ? await writeReport({ ...tools, model }, material, signal, isLastAttempt)
    : { checked: nothingFound(material), quotesBecause: null };
  const { oldestAt, freshUntil } = known;
  return {
    ...checked,
    rawResponse: JSON.stringify(checked.report),
    oldestAt,
    freshUntil,
    quotesBecause,
    usage: usage(),
  };
}

/**
 * Has the report written and judged. If that fails for good, the report consists of quotes from the companies' own
 * sites, judged if the judge answers.
 */
async function writeReport(
  { model, mayAskAgain = () => true, onFault = () => {} }: Omit<ResearchTools, 'dossiers'>,
  material: Material,
  signal: AbortSignal,
  isLastAttempt: IsLastAttempt,
): Promise<{ checked: CheckedReport; quotesBecause: string | null }> {
  const { subject, findings, cast, now } = material;
  const today = localDate(now, subject.timezone);
  const judgeable = ({ statements }: Written) => ({
    statements,
    findings,
    cast,
    today,
    wrongFacts: subject.wrongFacts,
  });
  const verify = (written: Written) => verifyStatements(judgeable(written), { model, mayAskAgain, onFault }, signal);

  let written: Written | null = null;
  let failure: VendorError;
  try {
    written = await writeDraft(model, { subject, cast, findings, today }, signal);
    const { rulings, error } = await verify(written);
    const checked = buildReport(written, rulings, material);
    if (error !== null && mayBeRetried(error, checked.statementsKept, isLastAttempt)) throw error;
    // Judged statements are kept, whatever happened to the rest.
    if (checked.statementsKept > 0) return { checked, quotesBecause: null };
    throw error ?? new ModelOutputError('nothing_usable');
  } catch (error) {
    if (!(error instanceof VendorError) || mayBeRetried(error, 0, isLastAttempt)) throw error;
    // The settings are probably wrong, which would affect every meeting.
    if (written === null && error instanceof RequestRejectedError) throw error;
    failure = error;
  }

  const quoted = writeQuotes(material);
  // During an outage, there may be no time left to wait for the judge.
  const judged = failure instanceof ModelOutputError ? await verify(quoted) : { rulings: [], error: failure };
  const rulings = judged.error === null ? judged.rulings : vetoStatements(judgeable(quoted), onFault);
  const onlyQuotes = written !== null && judged.error !== null ? 'notCheckedTwice' : 'notWritten';
  const checked = buildReport(quoted, rulings, { ...material, onlyQuotes });
  if (checked.statementsKept === 0) throw failure;
  return { checked, quotesBecause: failure.code };
}

/**
 * Returns true if the attempt should fail, so that it is retried: while attempts remain, and always if the key was
 * rejected or the cost cap reached, which an operator must resolve. Not called for quotes, which can go unjudged.
 */
function mayBeRetried(error: VendorError, statementsKept: number, isLastAttempt: IsLastAttempt): boolean {
  if (error.code === 'model_key_rejected' || error.code === 'cost_cap_reached') return true;
  // A rejected request, such as one with an invalid schema, would be rejected again; after a truncated batch, the
  // others are already paid for.
  const isPaidFor = error instanceof ModelOutputError && (statementsKept > 0 || !error.isRetryable);
  return !isPaidFor && !(error instanceof RequestRejectedError) && !isLastAttempt(error.code);
}

function toMaterial(subject: ResearchSubject, { dossiers, isSearchComplete }: Known, now: Date): Material {
  const of = (id: string, chosenUrl: string | null = null) =>
    dossiers.filter(({ subject: one }) => one.id === id || (one.kind === 'page' && one.url === chosenUrl));
  const guests = subject.guests.map((guest) => {
    const found = of(guest.id, guest.answer?.chosenUrl).map((one) => one.found);
    const pages = found.flatMap((one) => one.pages);
    const identity = identifyGuest(guest, { pages, findings: found.flatMap((one) => one.findings) });
    return { guest, pages, identity };
  });
  const companies = subject.companies.map((domain) => {
    const [one] = of(domain);
    return { domain, names: one?.found.names ?? [], findings: one?.found.findings ?? [] };
  });
  // A company's pages may name a guest who objected.
  const isFree = ({ quotes }: Dossier['findings'][number]) =>
    !subject.objected.guests.some((guest) => quotes.some(({ text }) => mayNamePerson(text, guest)));
  const found = [
    ...companies.map(({ domain, findings }) => ({ about: domain, findings: findings.filter(isFree) })),
    ...guests.map(({ guest, identity }) => ({ about: guest.id, findings: identity.findings.filter(isFree) })),
  ];
  return {
    subject,
    findings: numberFindings(subject, found, now),
    cast: {
      companies: companies.map(({ domain, names }) => ({ domain, names })),
      guests: guests.map(({ guest, identity }) => ({ ...guest, ownPages: identity.ownPages })),
    },
    identities: new Map(guests.map(({ guest, identity }) => [guest.id, identity])),
    pages: new Map(guests.map(({ guest, pages }) => [guest.id, pages])),
    isSearchComplete,
    onlyQuotes: null,
    now,
  };
}

/** Returns the report used when there are no public findings about anyone. */
function nothingFound(material: Material): CheckedReport {
  const checked = buildReport({ draft: EMPTY_DRAFT, statements: [], idOf: new Map(), proposed: 0 }, [], material);
  const { report } = checked;
  const said = nothingFoundAbout(material.subject);
  return { ...checked, report: { ...report, summary: said.text, remarks: [...(report.remarks ?? []), said] } };
}

function nothingFoundAbout({ guests, companies, objected }: ResearchSubject): Remark {
  const isAllObjected = guests.length + companies.length === 0 && objected.guests.length > 0;
  if (isAllObjected) return remarkOf('guestsObjected', { count: objected.guests.length });
  if (guests.length + companies.length === 0) return remarkOf('nobodyInvited');
  const count = { guests: guests.length, companies: companies.length };
  return remarkOf(companies.length === 0 ? 'guestsNotFound' : 'nothingFound', count);
}

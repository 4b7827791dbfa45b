import type { Draft, Fact, Written } from '#workers/research/draft.ts';
import type { Finding } from '#workers/research/finding.ts';
import type { Statement, StatementKind } from '#workers/research/statement.ts';
import type { ResearchSubject } from '#workers/research/subject.ts';

/** `isFree`: the sentence needs no page; findings about the meeting or the reader are enough. */
type Filed = { about?: string | null; isFree?: boolean; reasonFor?: string };

/**
 * Lists the sentences of a draft, roles and company descriptions first, because later repeats are dropped. Removes a
 * fact's findings that aren't pages. Leaves out sentences without a page, except questions, reasons and the meeting's
 * purpose, which need any finding, and sentences about unknown subjects.
 */
export function listStatements(
  draft: Draft,
  findings: readonly Finding[],
  subject: Pick<ResearchSubject, 'companies'> & { guests: readonly { id: string }[] },
): Written {
  const subjects = new Set([...subject.companies, ...subject.guests.map(({ id }) => id)]);
  const pages = new Set(findings.filter(({ kind }) => kind === 'page').map(({ id }) => id));
  const own = new Set(findings.filter(({ kind }) => kind !== 'page').map(({ id }) => id));
  const invited = new Set(findings.filter(({ kind }) => kind === 'invitation').map(({ id }) => id));
  const statements: Statement[] = [];
  const idOf = new Map<object, string>();
  let proposed = 0;

  function add(
    key: object,
    kind: StatementKind,
    text: string,
    from: readonly string[],
    { about = null, isFree = kind === 'question', ...rest }: Filed = {},
  ): void {
    proposed += 1;
    // An unknown finding id is kept and fails at the veto.
    const findingIds = [...new Set(kind === 'fact' ? from.filter((id) => !own.has(id)) : from)];
    const isGrounded = isFree ? findingIds.length > 0 : findingIds.some((id) => pages.has(id));
    if (!isGrounded || text.trim() === '') return;
    const id = `t${statements.length + 1}`;
    idOf.set(key, id);
    statements.push({ id, kind, text: withoutMarks(text), about, findingIds, ...rest });
  }
  const addFact = (fact: Fact | null, kind: StatementKind, about: string | null = null) => {
    if (fact !== null) add(fact, kind, fact.text, fact.findings, { about });
  };

  /** Adds the reason for a point, unless the point was left out. It can be based on just the reader's own notes. */
  function addReason(reason: Fact | null, point: object): void {
    const reasonFor = idOf.get(point);
    if (reason && reasonFor) add(reason, 'conclusion', reason.text, reason.findings, { isFree: true, reasonFor });
  }

  const guests = draft.guests.filter(({ id }) => subjects.has(id));
  const companies = draft.companies.filter(({ domain }) => subjects.has(domain.toLowerCase()));
  for (const { id, role } of guests) addFact(role, 'fact', id);
  for (const { domain, line } of companies) addFact(line, 'fact', domain.toLowerCase());
  // A summary sentence that cites only pages is a fact, any other a conclusion. The first needs no page if it cites the
  // invitation.
  for (const [at, fact] of draft.summary.entries()) {
    const kind = fact.findings.some((id) => own.has(id)) ? 'conclusion' : 'fact';
    add(fact, kind, fact.text, fact.findings, { isFree: at === 0 && fact.findings.some((id) => invited.has(id)) });
  }
  for (const { id, facts } of guests) for (const fact of facts) addFact(fact, 'fact', id);
  for (const { domain, news } of companies) for (const fact of news) addFact(fact, 'fact', domain.toLowerCase());
  for (const { point, why } of draft.talkingPoints) {
    addFact(point, 'conclusion');
    addReason(why, point);
  }
  for (const question of draft.questions) addFact(question, 'question');
  for (const risk of draft.riskFactors) addFact(risk, 'conclusion');
  for (const insight of draft.keyInsights) {
    addFact(insight.description, 'fact');
    add(insight, 'title', insight.title, insight.description.findings);
  }
  for (const recommendation of draft.recommendations) {
    add(recommendation, 'action', recommendation.action, recommendation.reasoning.findings);
    addReason(recommendation.reasoning, recommendation);
  }
  for (const { description } of draft.opportunities) addFact(description, 'conclusion');
  return { draft, statements, idOf, proposed };
}

/** Removes citation marks by the model, which would be mistaken for ours. */
function withoutMarks(text: string): string {
  return text.replaceAll(/\s*\[f?\d+\]/g, '').trim();
}

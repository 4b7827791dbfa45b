import { pageKey } from './page-key.ts';
import { saysAgain } from './same-fact.ts';
import { keepStatements, splitStatements, withoutMarks } from './told-statements.ts';

/** What a reader said is wrong, and the pages that told it. */
export type WrongFact = { statement: string; urls: readonly string[] };

/** A report without what its reader has called wrong. The pages that told it stay, marked. */
export function withoutWrongFacts<Report extends Parameters<typeof keepStatements>[0]>(
  report: Report,
  wrongFacts: readonly WrongFact[],
): Report {
  if (wrongFacts.length === 0) return report;
  const marked = new Set(wrongFacts.flatMap(({ urls }) => urls.map(keyOf)));
  const kept = keepStatements(report, (text) => !isWrong(withoutMarks(text), wrongFacts));
  return {
    ...kept,
    sources: kept.sources.map((source) => (marked.has(keyOf(source.url)) ? { ...source, hasWrongFact: true } : source)),
  };
}

/** A summary that stands by itself, without what its reader has called wrong. */
export function summaryWithoutWrongFacts(summary: string, wrongFacts: readonly WrongFact[]): string {
  return splitStatements(summary)
    .filter((text) => !isWrong(withoutMarks(text), wrongFacts))
    .join(' ');
}

export function isWrong(text: string, wrongFacts: readonly WrongFact[]): boolean {
  return wrongFacts.some(({ statement }) => saysAgain(text, statement));
}

const keyOf = (url: string) => pageKey(url) ?? url;

import { pageKey } from './page-key.ts';
import { saysAgain } from './same-fact.ts';
import { joinStatements, keepStatements, splitStatements, withoutMarks } from './told-statements.ts';

/** What a reader said is wrong, and the pages that told it. */
export type WrongFact = { statement: string; urls: readonly string[] };

/** A report without what its reader has called wrong. The pages that told it stay, marked. */
export function withoutWrongFacts<Report extends Parameters<typeof keepStatements>[0]>(
  report: Report,
  wrongFacts: readonly WrongFact[],
): Report {
  if (wrongFacts.length === 0) return report;
  const marked = new Set(wrongFacts.flatMap(({ urls }) => urls.map(keyOf)));
  // A text of several statements falls with one of them: readers call wrong what a mail told, which may be a part.
  const kept = keepStatements(report, (text) =>
    [text, ...splitStatements(text)].every((one) => !isWrong(withoutMarks(one), wrongFacts)),
  );
  return {
    ...kept,
    sources: kept.sources.map((source) => (marked.has(keyOf(source.url)) ? { ...source, hasWrongFact: true } : source)),
  };
}

/** A text that stands by itself, without the statements that its reader has called wrong. */
export function textWithoutWrongFacts(text: string, wrongFacts: readonly WrongFact[]): string {
  return joinStatements(splitStatements(text).filter((one) => !isWrong(withoutMarks(one), wrongFacts)));
}

export function isWrong(text: string, wrongFacts: readonly WrongFact[]): boolean {
  return wrongFacts.some(({ statement }) => saysAgain(text, statement));
}

const keyOf = (url: string) => pageKey(url) ?? url;

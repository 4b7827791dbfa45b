import { urlKey } from './page-key.ts';
import { joinStatements, keepStatements, splitStatements, withoutMarks } from './report-statements.ts';
import { saysAgain } from './same-fact.ts';

/** A reported error and the pages it came from. */
export type WrongFact = { statement: string; urls: readonly string[] };

/** Returns the report without the errors its reader reported. Their sources are kept and flagged. */
export function withoutWrongFacts<Report extends Parameters<typeof keepStatements>[0]>(
  report: Report,
  wrongFacts: readonly WrongFact[],
): Report {
  if (wrongFacts.length === 0) return report;
  const marked = new Set(wrongFacts.flatMap(({ urls }) => urls.map(urlKey)));
  // A text is dropped if any of its statements is wrong: its reader may have been shown, and reported, only part of it.
  const kept = keepStatements(report, (text) =>
    [text, ...splitStatements(text)].every((one) => !isWrong(withoutMarks(one), wrongFacts)),
  );
  return {
    ...kept,
    sources: kept.sources.map((source) =>
      marked.has(urlKey(source.url)) ? { ...source, hasWrongFact: true } : source,
    ),
  };
}

/** Returns a standalone text without reported errors. */
export function textWithoutWrongFacts(text: string, wrongFacts: readonly WrongFact[]): string {
  return joinStatements(splitStatements(text).filter((one) => !isWrong(withoutMarks(one), wrongFacts)));
}

export function isWrong(text: string, wrongFacts: readonly WrongFact[]): boolean {
  return wrongFacts.some(({ statement }) => saysAgain(text, statement));
}

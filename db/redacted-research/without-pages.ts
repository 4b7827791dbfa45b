import type { ResearchReport } from '#contract/research.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { joinStatements, keepStatements, splitStatements } from '#domain/report-statements.ts';

/**
 * Removes every statement that cites one of the pages, whatever else it cites, and all questions, which have no
 * citations.
 *
 * @param urls As spelled in the report's sources.
 */
export function withoutPages(report: ResearchReport, urls: readonly string[]): ResearchReport {
  if (urls.length === 0) return report;
  return {
    ...keepStatements(report, (text) => citesNone(text, report.sources, urls)),
    questions: [],
    // Blanked rather than removed, to keep the numbering. Emails and source lists skip sources without a URL.
    sources: report.sources.map((source) => (urls.includes(source.url) ? { title: '', url: '' } : source)),
  };
}

/** Removes the statements that cite one of the pages from text outside a report. */
export function textWithoutPages(text: string, sources: readonly { url: string }[], urls: readonly string[]): string {
  return joinStatements(splitStatements(text).filter((one) => citesNone(one, sources, urls)));
}

function citesNone(text: string, sources: readonly { url: string }[], urls: readonly string[]): boolean {
  return citedUrls(text, sources).every((url) => !urls.includes(url));
}

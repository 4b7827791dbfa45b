import type { ResearchReport } from '#contract/research.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { keepStatements } from '#domain/told-statements.ts';

/**
 * Removes every statement that cites one of the pages, whatever else it cites, and all questions, which have no
 * citations.
 *
 * @param urls As the report names its sources.
 */
export function withoutPages(report: ResearchReport, urls: readonly string[]): ResearchReport {
  if (urls.length === 0) return report;
  const stays = (text: string) => citedUrls(text, report.sources).every((url) => !urls.includes(url));
  return {
    ...keepStatements(report, stays),
    questions: [],
    // Keeps the numbering; no mail lists a source without an address.
    sources: report.sources.map((source) => (urls.includes(source.url) ? { title: '', url: '' } : source)),
  };
}

import type { ResearchReport } from '#contract/research.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { keepStatements } from '#domain/told-statements.ts';

/**
 * A report without what it says on the strength of certain pages: each statement that cites one of them goes, whatever else it cites. Questions carry no
 * citations, so all of them go.
 *
 * @param urls As the report names its sources.
 */
export function withoutPages(report: ResearchReport, urls: readonly string[]): ResearchReport {
  if (urls.length === 0) return report;
  const stays = (text: string) => citedUrls(text, report.sources).every((url) => !urls.includes(url));
  return {
    ...keepStatements(report, stays),
    questions: [],
    // Their places count; no mail lists a source without an address.
    sources: report.sources.map((source) => (urls.includes(source.url) ? { title: '', url: '' } : source)),
  };
}

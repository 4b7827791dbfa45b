import type { ResearchReport } from '#contract/research.ts';
import { citedUrls } from '#domain/cited-urls.ts';

/**
 * A report without what it says on the strength of certain pages: each statement that cites one of them goes, whatever else it cites, and a guest of whom
 * nothing is left is not known. Questions carry no citations, so all of them go. The other statements keep their numbers.
 *
 * @param urls As the report names its sources.
 */
export function withoutPages(report: ResearchReport, urls: readonly string[]): ResearchReport {
  const stays = (text: string) => citedUrls(text, report.sources).every((url) => !urls.includes(url));
  return {
    ...report,
    summary: statements(report.summary).filter(stays).join(' '),
    keyInsights: report.keyInsights.filter(({ description }) => stays(description)),
    recommendations: report.recommendations.filter(({ reasoning }) => stays(reasoning)),
    riskFactors: report.riskFactors.filter(stays),
    opportunities: report.opportunities.filter(({ description }) => stays(description)),
    guests: report.guests.map((guest) => {
      const role = guest.role !== null && stays(guest.role) ? guest.role : null;
      const facts = guest.facts.filter(stays);
      return role === null && facts.length === 0
        ? { ...guest, role, facts, identity: 'unknown' }
        : { ...guest, role, facts };
    }),
    companies: report.companies
      .map((company) => ({
        ...company,
        line: stays(company.line) ? company.line : '',
        news: company.news.filter(stays),
      }))
      .filter(({ line, news }) => line !== '' || news.length > 0),
    talkingPoints: report.talkingPoints.filter(stays),
    questions: [],
    // Their places count; no mail lists a source without an address.
    sources: report.sources.map((source) => (urls.includes(source.url) ? { title: '', url: '' } : source)),
  };
}

/** Each with the citations that follow it. */
export function statements(text: string): string[] {
  return text.split(/(?<=\])\s+(?!\[)/);
}

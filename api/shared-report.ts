import type { ResearchReport } from '#contract/research.ts';
import type { SharedReport } from '#contract/shares.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { joinStatements, splitStatements } from '#domain/report-statements.ts';

/**
 * Returns the part of a report that strangers may read: facts, which cite public pages, and summary sentences not based
 * on what the reader told us. Inferences and suggestions draw on the reader's offering, goals and history, and stay
 * private. So do the candidates when it is unclear who a guest is.
 */
export function sharedReport(report: ResearchReport, researchedAt: Date): SharedReport {
  const { shareable = [] } = report;
  const told = {
    summary: joinStatements(splitStatements(report.summary).filter((sentence) => shareable.includes(sentence))),
    guests: report.guests.map(({ name, email, role, facts, identity, hasObjected }) => ({
      name: name ?? email,
      role,
      facts,
      identity,
      ...(hasObjected && { hasObjected }),
    })),
    companies: report.companies,
    keyInsights: report.keyInsights.map(({ title, description }) => ({ title, description })),
  };
  const cited = new Set(citedUrls(JSON.stringify(told), report.sources));
  const sources = report.sources.map(({ title, url }) => (cited.has(url) ? { title, url } : { title: '', url: '' }));
  return { researchedAt: researchedAt.toISOString(), ...told, sources };
}

import type { ResearchReport } from '#contract/research.ts';
import type { SharedReport } from '#contract/shares.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { joinStatements, splitStatements } from '#domain/told-statements.ts';

/**
 * What a stranger may read of a report: facts, which rest on public pages alone, and those sentences of the summary that rest on nothing the reader told us.
 * Everything that is inferred or suggested was written for this reader, from their offer, goals and earlier meetings, and stays with them; so does what
 * asks them to decide which person a guest is.
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

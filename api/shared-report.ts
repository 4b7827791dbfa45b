import type { GuestBrief, ResearchReport } from '#contract/research.ts';
import type { SharedReport } from '#contract/shares.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { holdsAddress } from '#domain/person-names.ts';
import { hostOfAddress } from '#domain/registrable-domain.ts';
import { joinStatements, keepStatements, splitStatements } from '#domain/report-statements.ts';

/**
 * Returns the part of a report that strangers may read: facts, which cite public pages, and summary sentences not based
 * on what the reader told us. Inferences and suggestions draw on the reader's offering, goals and history, and stay
 * private. So do the candidates when it is unclear who a guest is, and guests' addresses.
 */
export function sharedReport(whole: ResearchReport, researchedAt: Date): SharedReport {
  const holdsNoAddress = (text: string) => !whole.guests.some(({ email }) => holdsAddress(text, email));
  const report = keepStatements(whole, holdsNoAddress);
  const { shareable = [] } = report;
  const told = {
    summary: joinStatements(splitStatements(report.summary).filter((sentence) => shareable.includes(sentence))),
    guests: report.guests.map(({ role, facts, identity, hasObjected, ...guest }) => ({
      name: nameOf(guest),
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
  return {
    ...(whole.language !== undefined && { language: whole.language }),
    researchedAt: researchedAt.toISOString(),
    ...told,
    sources,
  };
}

/** Outlook and people who add meetings by hand often enter an address as the name. */
function nameOf({ name, email }: Pick<GuestBrief, 'name' | 'email'>): string {
  return name === null || name.includes('@') ? `A guest from ${hostOfAddress(email) ?? 'elsewhere'}` : name;
}

import type { ResearchReport } from '#contract/research.ts';
import { citedUrls } from '#domain/cited-urls.ts';

const MAX_ITEMS = 3;

/**
 * Returns what the newer report adds about guests and companies that are in both: statements that cite a page the
 * earlier one did not. Wording is no guide: a model phrases the same fact differently each time.
 *
 * @returns at most three statements with their citations
 */
export function newSince(report: ResearchReport, earlier: ResearchReport): string[] {
  const known = new Set(earlier.sources.map(({ url }) => url));
  const companies = new Set(earlier.companies.map(({ domain }) => domain));
  const guests = new Set(earlier.guests.map(({ email }) => email));
  const statements = [
    ...report.companies.flatMap(({ domain, news }) => (companies.has(domain) ? news : [])),
    ...report.guests.flatMap(({ email, facts }) => (guests.has(email) ? facts : [])),
  ];
  const fresh = statements.filter((text) => citedUrls(text, report.sources).some((url) => !known.has(url)));
  return [...new Set(fresh)].slice(0, MAX_ITEMS);
}

import type { ResearchReport } from '#contract/research.ts';
import { citedUrls } from '#domain/cited-urls.ts';

const MAX_ITEMS = 3;

/**
 * Returns statements about guests and companies of both reports that cite a page the earlier one did not. Wording is no
 * guide: a model phrases the same fact differently each time.
 *
 * @returns at most three texts, with the citations of the newer report
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

import type { ResearchReport, Source } from '#contract/research.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { splitStatements, withoutMarks } from '#domain/report-statements.ts';
import { isSiteOf } from '#domain/site-of.ts';

const MOST_SENTENCES = 2;

/**
 * Returns what a company offers, in the report's sentences that cite the company's own site, and their sources. The
 * suggestion is null if no sentence cites that site.
 */
export function readOwnOffering(
  report: ResearchReport,
  domain: string,
): { suggestion: string | null; sources: Source[] } {
  const told = report.companies.filter((company) => company.domain === domain).map(({ line }) => line);
  const isOwn = (text: string) => citedUrls(text, report.sources).some((url) => isSiteOf(url, domain));
  const lines = told.some(isOwn) ? told : splitStatements(report.summary);
  const own = lines.filter(isOwn).slice(0, MOST_SENTENCES);
  const urls = new Set(own.flatMap((text) => citedUrls(text, report.sources)).filter((url) => isSiteOf(url, domain)));
  return {
    suggestion: own.map(withoutMarks).join(' ') || null,
    sources: report.sources.filter(({ url }) => urls.has(url)),
  };
}

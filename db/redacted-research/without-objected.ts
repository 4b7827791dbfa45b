import type { ResearchReport } from '#contract/research.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { hasObjected, type Objections } from '#domain/objection.ts';
import { holdsName, mayNamePerson } from '#domain/person-names.ts';
import { remarkOf, textsOf } from '#domain/remarks.ts';
import { joinStatements, splitStatements } from '#domain/report-statements.ts';

const NOTHING_LEFT = remarkOf('leftWithObjector');

/** Replaces an unreadable report that mentions someone who objected. */
export const EMPTIED_REPORT: ResearchReport = {
  summary: NOTHING_LEFT.text,
  keyInsights: [],
  recommendations: [],
  riskFactors: [],
  opportunities: [],
  sources: [],
  guests: [],
  companies: [],
  talkingPoints: [],
  questions: [],
  notFound: [],
  scoreReasons: [],
  remarks: [NOTHING_LEFT],
};

/**
 * Removes what a report says about anyone who has objected: their sections (guests stay listed as `hasObjected`), every
 * statement that names them or cites one of their pages, and all questions. Sections on other companies lose only
 * statements that name them. Source numbers are kept. Returns the same report if nothing changes.
 */
export function withoutObjected(report: ResearchReport, objections: Objections): ResearchReport {
  const guests = report.guests.filter((guest) => !guest.hasObjected && hasObjected(guest.email, objections));
  const companies = report.companies.filter(({ domain }) => objections.domains.has(domain));
  if (guests.length + companies.length === 0) return report;

  const told = [
    ...guests.flatMap(({ role, facts }) => [role ?? '', ...facts]),
    ...companies.flatMap(({ line, news }) => [line, ...news]),
  ];
  const names = [...guests.map(({ email }) => email), ...companies.flatMap(({ name, domain }) => [name, domain])];
  const isSilent = (text: string) =>
    !names.some((name) => holdsName(text, name)) && !guests.some((guest) => mayNamePerson(text, guest));
  const theirs = new Set([
    ...told.flatMap((text) => citedUrls(text, report.sources)),
    ...guests.flatMap(({ candidates }) => candidates.map(({ url }) => url)),
    ...report.sources.filter(({ title }) => !isSilent(title)).map(({ url }) => url),
  ]);
  const stays = (text: string) => isSilent(text) && citedUrls(text, report.sources).every((url) => !theirs.has(url));
  const stayingCompanies = report.companies
    .filter((company) => !companies.includes(company))
    .map((company) => ({
      ...company,
      line: isSilent(company.line) ? company.line : '',
      news: company.news.filter(isSilent),
    }))
    .filter(({ line, news }) => line !== '' || news.length > 0);
  const stillCited = new Set(
    stayingCompanies.flatMap(({ line, news }) => [line, ...news]).flatMap((text) => citedUrls(text, report.sources)),
  );
  const objected = companies.map(({ name }) => remarkOf('companyObjected', { company: name }));
  return {
    ...report,
    summary: joinStatements(splitStatements(report.summary).filter(stays)) || NOTHING_LEFT.text,
    ...(report.shareable && { shareable: report.shareable.filter(stays) }),
    keyInsights: report.keyInsights.filter(({ title, description }) => isSilent(title) && stays(description)),
    recommendations: report.recommendations.filter(({ action, reasoning }) => isSilent(action) && stays(reasoning)),
    riskFactors: report.riskFactors.filter(stays),
    opportunities: report.opportunities.filter(({ description }) => stays(description)),
    guests: report.guests.map((guest) =>
      guests.includes(guest)
        ? { ...guest, role: null, facts: [], identity: 'unknown', candidates: [], hasObjected: true }
        : {
            ...guest,
            role: guest.role !== null && stays(guest.role) ? guest.role : null,
            facts: guest.facts.filter(stays),
          },
    ),
    companies: stayingCompanies,
    talkingPoints: report.talkingPoints.filter(stays),
    // Questions have no citations to check.
    questions: [],
    notFound: [...textsOf(objected), ...report.notFound.filter(isSilent)],
    scoreReasons: report.scoreReasons.filter(isSilent),
    remarks: [NOTHING_LEFT, ...objected, ...(report.remarks ?? []).filter(({ text }) => isSilent(text))],
    // Blanked rather than removed, to keep the numbering. Emails and source lists skip sources without a URL.
    sources: report.sources.map((source) =>
      theirs.has(source.url) && !stillCited.has(source.url) ? { title: '', url: '' } : source,
    ),
  };
}

import { citedUrls } from './cited-urls.ts';

/** The parts of a report that contain statements. */
type ReportParts = {
  summary: string;
  shareable?: string[];
  keyInsights: { title: string; description: string }[];
  recommendations: { action: string; reasoning: string }[];
  riskFactors: string[];
  opportunities: { description: string }[];
  guests: { name: string | null; email: string; role: string | null; facts: string[]; identity: string }[];
  companies: { name: string; line: string; news: string[] }[];
  talkingPoints: string[];
  questions: string[];
  sources: { url: string }[];
};

const MARK_AT_END = /\[\d+\]$/;

/** Splits after citations. A statement without any, such as why a meeting takes place, is on its own line. */
export function splitStatements(text: string): string[] {
  return text.split(/(?<=\[\d+\])\s+(?!\[\d+\])|\n/);
}

/** Joins statements so that `splitStatements` can split them again. */
export function joinStatements(statements: readonly string[]): string {
  return statements
    .reduce((text, one) => `${text}${text === '' || MARK_AT_END.test(text) ? ' ' : '\n'}${one}`, '')
    .trim();
}

export function withoutMarks(text: string): string {
  return text.replaceAll(/\s*\[\d+\]/g, '').trim();
}

/**
 * Returns the report without statements that fail `stays`. A guest with nothing left becomes unknown. Source numbers
 * are kept.
 */
export function keepStatements<Report extends ReportParts>(report: Report, stays: (text: string) => boolean): Report {
  return {
    ...report,
    summary: joinStatements(splitStatements(report.summary).filter(stays)),
    ...(report.shareable && { shareable: report.shareable.filter(stays) }),
    keyInsights: report.keyInsights.filter(({ title, description }) => stays(title) && stays(description)),
    recommendations: report.recommendations.filter(({ action, reasoning }) => stays(action) && stays(reasoning)),
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
    questions: report.questions.filter(stays),
  };
}

/** A fact in a briefing, without citations. */
export type ReportFact = {
  text: string;
  /** The guest or company whose section it is in; null in general sections. */
  about: string | null;
  /** The pages it cites. */
  urls: string[];
};

/** The part of a report that an email shows and its reader can report as wrong. */
export type MailedContent = {
  /** Addresses of the guests it has facts about. */
  guests: string[];
  facts: ReportFact[];
};

/** Returns a report's facts in order, without duplicates. Advice is not a fact. */
export function listFacts(report: ReportParts): ReportFact[] {
  const told = [
    { text: report.summary, about: null },
    ...report.guests.flatMap(({ name, email, role, facts }) =>
      [role ?? '', ...facts].map((text) => ({ text, about: name ?? email })),
    ),
    ...report.companies.flatMap(({ name, line, news }) => [line, ...news].map((text) => ({ text, about: name }))),
    ...report.keyInsights.map(({ description }) => ({ text: description, about: null })),
    ...report.riskFactors.map((text) => ({ text, about: null })),
  ];
  return factsOf(told, report.sources);
}

/** Returns the statements that cite a page, without their citations or duplicates. */
export function factsOf(
  told: readonly { text: string; about: string | null }[],
  sources: readonly { url: string }[],
): ReportFact[] {
  const statements = told.flatMap(({ text, about }) => splitStatements(text).map((one) => ({ text: one, about })));
  const facts = statements.map(({ text, about }) => ({
    text: withoutMarks(text),
    about,
    urls: [...new Set(citedUrls(text, sources))],
  }));
  return facts.filter(
    ({ text, urls }, at) => text !== '' && urls.length > 0 && facts.findIndex((one) => one.text === text) === at,
  );
}

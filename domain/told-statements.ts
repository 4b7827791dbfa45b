import { citedUrls } from './cited-urls.ts';

/** The parts of a report that make statements; the contract's reports have them all. */
type Told = {
  summary: string;
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

/** Each with the citations that follow it. */
export function splitStatements(text: string): string[] {
  return text.split(/(?<=\])\s+(?!\[)/);
}

export function withoutMarks(text: string): string {
  return text.replaceAll(/\s*\[\d+\]/g, '').trim();
}

/** A report without the statements that do not stay. A guest of whom nothing is left is not known; the other statements keep their numbers. */
export function keepStatements<Report extends Told>(report: Report, stays: (text: string) => boolean): Report {
  return {
    ...report,
    summary: splitStatements(report.summary).filter(stays).join(' '),
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

/** A fact of a briefing, without its marks. */
export type ToldFact = {
  text: string;
  /** Under whose name it stands; null in the general parts. */
  about: string | null;
  /** The pages that it cites. */
  urls: string[];
};

/** The facts that a briefing told, in its order, each once. What it advised is none. */
export function listFacts(report: Told): ToldFact[] {
  const told = [
    ...splitStatements(report.summary).map((text) => ({ text, about: null })),
    ...report.guests.flatMap(({ name, email, role, facts }) =>
      [role ?? '', ...facts].map((text) => ({ text, about: name ?? email })),
    ),
    ...report.companies.flatMap(({ name, line, news }) => [line, ...news].map((text) => ({ text, about: name }))),
    ...report.keyInsights.map(({ description }) => ({ text: description, about: null })),
    ...report.riskFactors.map((text) => ({ text, about: null })),
  ];
  const facts = told.map(({ text, about }) => ({
    text: withoutMarks(text),
    about,
    urls: [...new Set(citedUrls(text, report.sources))],
  }));
  return facts.filter(
    ({ text, urls }, at) => text !== '' && urls.length > 0 && facts.findIndex((one) => one.text === text) === at,
  );
}

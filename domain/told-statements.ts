import { citedUrls } from './cited-urls.ts';

/** The parts of a report that make statements; the contract's reports have them all. */
type Told = {
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

/** Each with the citations that follow it; one without any, such as why a meeting takes place, has a line of its own. */
export function splitStatements(text: string): string[] {
  return text.split(/(?<=\[\d+\])\s+(?!\[\d+\])|\n/);
}

/** One text of statements that `splitStatements` takes apart again. */
export function joinStatements(statements: readonly string[]): string {
  return statements
    .reduce((text, one) => `${text}${text === '' || MARK_AT_END.test(text) ? ' ' : '\n'}${one}`, '')
    .trim();
}

export function withoutMarks(text: string): string {
  return text.replaceAll(/\s*\[\d+\]/g, '').trim();
}

/** A report without the statements that do not stay. A guest of whom nothing is left is not known; the other statements keep their numbers. */
export function keepStatements<Report extends Told>(report: Report, stays: (text: string) => boolean): Report {
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

/** A fact of a briefing, without its marks. */
export type ToldFact = {
  text: string;
  /** Under whose name it stands; null in the general parts. */
  about: string | null;
  /** The pages that it cites. */
  urls: string[];
};

/** What a mail told, of all that its report holds: what its reader may call wrong. */
export type ToldInMail = {
  /** Addresses of those of whom it told something. */
  guests: string[];
  facts: ToldFact[];
};

/** The facts that a report tells, in its order, each once. What it advises is none. */
export function listFacts(report: Told): ToldFact[] {
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

/** Those of the texts that cite a page, each once and without its marks. */
export function factsOf(
  told: readonly { text: string; about: string | null }[],
  sources: readonly { url: string }[],
): ToldFact[] {
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

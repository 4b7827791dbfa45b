import type { Brief } from './brief.ts';
import type { Fact } from './draft.ts';
import { factIdea, type Idea, idsOf, joinFacts, makeIdea } from './idea.ts';
import { describeGuest, personInsight, personQuestion, personSubject, personTalkingPoint } from './people.ts';
import { findNews, isHomePage, problemFact, type Subject } from './subjects.ts';
import { toInsight, toOpportunity, toQuestion, toRecommendation, toRisk, toTalkingPoint } from './wording.ts';

export type Topic =
  | 'summary'
  | 'quickTake'
  | 'insights'
  | 'recommendations'
  | 'risks'
  | 'opportunities'
  | 'talkingPoints'
  | 'questions'
  | 'people'
  | 'companies'
  | 'news'
  | 'gaps'
  | 'sources'
  | 'history'
  | 'facts';

export type Ideas = Record<Topic, Idea[]>;

/** The ideas of each topic, most useful first. */
export function createIdeas(brief: Brief): Ideas {
  const news = findNews(brief);
  const people = brief.guests.map((guest) => describeGuest(guest, brief));
  const companies = brief.companies.map((company) => describeCompany(company, brief));
  const threats = news.filter(isThreat);
  return {
    summary: summarise(brief, companies, people, news),
    quickTake: quickTake(companies, people, news),
    insights: insights(news, people, companies),
    recommendations: [...news, ...people.flatMap(personSubject)].map(toRecommendation).slice(0, 4),
    risks: threats.map(toRisk).slice(0, 4),
    opportunities: news
      .filter((subject) => !isThreat(subject))
      .map(toOpportunity)
      .slice(0, 4),
    talkingPoints: talkingPoints(news, people, companies),
    questions: questions(news, people, companies),
    people,
    companies,
    news: news.flatMap(({ facts }) => facts.slice(0, 1).map(factIdea)).slice(0, 5),
    gaps: gaps(brief, people),
    sources: brief.sources.map(({ id, title, url, date }) =>
      makeIdea({ title, text: title, url, id, sourceIds: [id], date }),
    ),
    history: [history(brief)],
    facts: brief.facts.map(factIdea),
  };
}

/** A company with what it says of itself first. */
function describeCompany(company: Brief['companies'][number], brief: Brief): Idea {
  const about = brief.facts.filter(({ text }) => text.includes(company.name));
  const own = brief.facts.filter((fact) => isHomePage(fact, company.name));
  const [lead] = [...own, ...about];
  return makeIdea({
    title: company.name,
    text: lead?.text ?? '',
    sourceIds: lead?.sourceIds ?? [],
    company: { ...company, facts: [...new Set([...own, ...about])] },
  });
}

function summarise(brief: Brief, companies: Idea[], people: Idea[], news: Subject[]): Idea[] {
  const [who = [], ...others] = people.flatMap(({ guest }) => (guest?.facts[0] ? [[guest.facts[0]]] : []));
  const [why = [], ...older] = news.map((subject) => subject.facts.slice(0, 1));
  const them = companies.slice(0, 2).flatMap(({ company }) => company?.facts.slice(0, 1) ?? []);
  // Who comes, what they do, and why now; the rest for a reader with time.
  const facts = [...who, ...them.slice(0, 1), ...why, ...(others[0] ?? []), ...them.slice(1), ...(older[0] ?? [])];
  return distinct(facts.length > 0 ? facts : brief.facts.slice(0, 3)).map(factIdea);
}

/** Who, why now, and the one thing to know. */
function quickTake(companies: Idea[], people: Idea[], news: Subject[]): Idea[] {
  const person = people.find(({ guest }) => guest?.known);
  const who = person?.guest?.facts[0] ?? companies[0]?.company?.facts[0];
  const why = news[0]?.facts[0];
  const toKnow = problemFact(news.flatMap(({ facts }) => facts)) ?? news[0]?.facts[1] ?? news[1]?.facts[0];
  return distinct([who, why, toKnow].filter((fact) => fact !== undefined)).map(factIdea);
}

function insights(news: Subject[], people: Idea[], companies: Idea[]): Idea[] {
  const told = news.map(toInsight);
  const aboutCompanies = companies.slice(0, 2).flatMap(({ company }) => {
    const facts = company ? ownFacts(company).slice(0, 2) : [];
    if (!company || facts.length === 0) return [];
    return [makeIdea({ title: `What ${company.name} does`, text: joinFacts(facts), sourceIds: idsOf(facts) })];
  });
  return [...told.slice(0, 3), ...people.flatMap(personInsight).slice(0, 2), ...aboutCompanies, ...told.slice(3, 5)];
}

/** News first, then people; what companies say of themselves only where that is not enough. */
function talkingPoints(news: Subject[], people: Idea[], companies: Idea[]): Idea[] {
  const points = [...news.map(toTalkingPoint).slice(0, 4), ...people.flatMap(personTalkingPoint)];
  const spare = companies.flatMap(({ company }) => (company ? ownFacts(company).slice(1) : [])).map(factIdea);
  return [...points, ...spare.slice(0, Math.max(0, 3 - points.length))].slice(0, 5);
}

function questions(news: Subject[], people: Idea[], companies: Idea[]): Idea[] {
  const asked = [...news.map(toQuestion).slice(0, 2), ...people.flatMap(personQuestion)];
  const spare = companies
    .flatMap(({ company }) =>
      company
        ? [{ name: company.name, kind: 'profile' as const, facts: ownFacts(company), headline: company.name }]
        : [],
    )
    .map(toQuestion);
  return [...asked, ...news.slice(2).map(toQuestion), ...spare].slice(0, 3);
}

function gaps(brief: Brief, people: Idea[]): Idea[] {
  const isSaid = (name: string) => brief.gaps.some((gap) => gap.includes(name));
  const unknown = people.filter(({ guest, title }) => !guest?.known && !isSaid(title)).map(({ text }) => text);
  return [...brief.gaps, ...unknown].map((text) => makeIdea({ title: text, text, level: 'low', isFact: false }));
}

function history({ earlier }: Brief): Idea {
  const text =
    earlier.length > 0
      ? `You have met before (${earlier.slice(0, 3).join(', ')}).`
      : 'This is the first meeting with these guests.';
  return makeIdea({ title: 'Since last time', text, isFact: false });
}

function ownFacts({ name, facts }: NonNullable<Idea['company']>): Fact[] {
  return facts.filter((fact) => isHomePage(fact, name));
}

function isThreat({ kind }: Subject): boolean {
  return kind === 'problem' || kind === 'leadership';
}

function distinct(facts: Fact[]): Fact[] {
  return [...new Set(facts)];
}

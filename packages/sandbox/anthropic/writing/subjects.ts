import type { Brief } from './brief.ts';
import type { Fact, Guest } from './draft.ts';
import { classify, type Kind } from './kinds.ts';

/** What one page tells, or several pages of the same story. `name` is the company it is about. */
export type Subject = { name: string; kind: Kind; facts: Fact[]; headline: string };

/** The news of the brief, newest first. What home pages and profiles say is not news. */
export function findNews(brief: Brief): Subject[] {
  const news = groupByPage(brief).filter(({ kind }) => kind !== 'profile');
  return mergeStories(news).toSorted((a, b) => (b.facts[0]?.date?.getTime() ?? 0) - (a.facts[0]?.date?.getTime() ?? 0));
}

/** A page about one of the guests, or a sentence that says who one of them is. */
export function isProfile(fact: Fact, guest: Guest): boolean {
  return fact.title.startsWith(`${guest.name},`) || fact.text.startsWith(`${guest.name} has been `);
}

/** The page on which a company describes itself. */
export function isHomePage({ title }: Fact, company: string): boolean {
  return title.startsWith(`${company}:`) || title === company;
}

/** The first sentence and the one that adds most to it: of another site where several tell the story, else the next. */
export function tellingFacts({ facts }: Subject): Fact[] {
  const [first, second] = facts;
  const elsewhere = facts.findLast((fact) => fact.sourceIds[0] !== first?.sourceIds[0]);
  return [first, elsewhere ?? second].filter((fact) => fact !== undefined);
}

export function problemFact(facts: Fact[]): Fact | undefined {
  return facts.find(({ text }) => classify(text) === 'problem');
}

function groupByPage(brief: Brief): Subject[] {
  const pages = new Map<string, Fact[]>();
  for (const fact of brief.facts) {
    if (brief.guests.some((guest) => isProfile(fact, guest))) continue;
    const page = String(fact.sourceIds[0]);
    pages.set(page, [...(pages.get(page) ?? []), fact]);
  }
  return [...pages.values()].map((facts) => toSubject(facts, brief));
}

function toSubject(facts: Fact[], brief: Brief): Subject {
  const [first] = facts;
  const headline = first?.title ?? '';
  const company = brief.companies.find(({ name }) => facts.some(({ text }) => text.includes(name)));
  const isOwnWords = first !== undefined && company !== undefined && isHomePage(first, company.name);
  const isPerson = /^[^,:]+, (Chief|Head|Director|VP|Vice|Partner|Founder|Co-founder|Manag)/.test(headline);
  const kind = classify(`${headline}. ${facts.map(({ text }) => text).join(' ')}`);
  return {
    name: company?.name ?? brief.companies[0]?.name ?? 'the company',
    kind: isOwnWords || isPerson || headline === '' ? 'profile' : kind === 'profile' ? 'product' : kind,
    facts,
    headline,
  };
}

/** The same story on two sites within five days (of the same kind, where a day is not known) is one, under the first headline. */
function mergeStories(news: Subject[]): Subject[] {
  const merged: Subject[] = [];
  for (const subject of news) {
    const same = merged.find((other) => isSameStory(other, subject));
    if (same) same.facts.push(...subject.facts);
    else merged.push({ ...subject, facts: [...subject.facts] });
  }
  return merged;
}

function isSameStory(a: Subject, b: Subject): boolean {
  const days = Math.abs(dayOf(a) - dayOf(b));
  if (a.name !== b.name || days > 5 || (Number.isNaN(days) && a.kind !== b.kind)) return false;
  const words = new Set(tellingWords(a));
  return tellingWords(b).some((word) => words.has(word));
}

/** NaN where no fact is dated. */
function dayOf({ facts }: Subject): number {
  return (facts.find(({ date }) => date)?.date?.getTime() ?? Number.NaN) / 86_400_000;
}

function tellingWords({ headline, name }: Subject): string[] {
  const own = name.toLowerCase().split(/\W+/);
  return headline
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3 && !own.includes(word));
}

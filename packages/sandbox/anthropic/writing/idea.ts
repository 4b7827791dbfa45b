import type { Fact, Guest, SourceId } from './draft.ts';
import { categoryOf, classify, type Level, levelOf } from './kinds.ts';

export type KnownGuest = Guest & { role: string; since: string; facts: Fact[]; known: boolean };

/** One thing worth telling, with every wording a schema may ask for. Factual words carry the ids they came from. */
export type Idea = {
  title: string;
  text: string;
  action: string;
  reasoning: string;
  category: string;
  level: Level;
  /** False for what was concluded rather than read. */
  isFact: boolean;
  sourceIds: SourceId[];
  date?: Date | undefined;
  guest?: KnownGuest;
  company?: { name: string; domain: string; facts: Fact[] };
  url?: string;
  id?: SourceId;
};

/** The words and what they rest on; action and reasoning are the same words until said otherwise. */
export function makeIdea(words: { title: string; text: string } & Partial<Idea>): Idea {
  return {
    action: words.text,
    reasoning: words.text,
    category: 'Company',
    level: 'medium',
    isFact: true,
    sourceIds: [],
    ...words,
  };
}

export function factIdea(fact: Fact): Idea {
  return makeIdea({
    title: fact.title === '' ? fact.text.split(/\s+/).slice(0, 8).join(' ') : fact.title,
    text: fact.text,
    category: categoryOf(classify(fact.text)),
    level: levelOf(fact.date),
    sourceIds: fact.sourceIds,
    date: fact.date,
  });
}

export function joinFacts(facts: Fact[]): string {
  return facts.map(({ text }) => text).join(' ');
}

export function idsOf(facts: Fact[]): SourceId[] {
  return [...new Set(facts.flatMap(({ sourceIds }) => sourceIds))];
}

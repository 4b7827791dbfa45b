import type { Idea } from './idea.ts';
import type { Topic } from './ideas.ts';

const topicPatterns: [Topic, RegExp][] = [
  ['quickTake', /quicktake|tldr|ata?glance|inbrief|preheader|topline/],
  ['talkingPoints', /talking|conversation|icebreaker/],
  ['questions', /question/],
  ['insights', /insight|finding|takeaway|highlights?$/],
  ['recommendations', /recommend|nextstep|actions?$|suggest/],
  ['risks', /risk|watchout|concern|caution|warning/],
  ['opportunities', /opportunit/],
  ['people', /people|persons?$|guests?$|participants?$|attendees?$|contacts?$|profiles$|individuals/],
  ['companies', /compan|organi[sz]ation|account$|employer/],
  ['news', /news|recent|development|event|update|timeline|dated/],
  ['gaps', /gap|missing|unknown|notfound|limitation|unanswered|uncertain|couldnot/],
  ['history', /history|lasttime|previous|sincelast|relationship/],
  ['summary', /summary|overview|synopsis|abstract|brief(ing)?$|intro/],
  ['sources', /^sources$|^references$|^citations$|bibliography/],
  ['facts', /facts?$|statements?$|claims?$|sentences?$/],
];

/** What a property is about, by its name; undefined where the name does not say. */
export function topicNamed(name: string): Topic | undefined {
  const word = plain(name);
  return topicPatterns.find(([, pattern]) => pattern.test(word))?.[0];
}

/** `{ role: { text, sources } }`: such a text is what its parent is named after. */
export function isBareText(name: string): boolean {
  return /^(text|sentence|statement|value|content)$/.test(name);
}

/** A list of these names holds ids (or URLs) of sources. */
export function namesSources(name: string): boolean {
  return /source|citation|\bref|cites?$/i.test(name);
}

/** The words to look for among the values of an enum, best first. */
export function enumWishes(idea: Idea | undefined, name: string): string[] {
  const wishes = wishesFor(idea, plain(name));
  return [...wishes, idea?.category.toLowerCase() ?? '', 'other', 'general', 'medium'].filter((word) => word !== '');
}

function wishesFor(idea: Idea | undefined, word: string): string[] {
  if (/effort/.test(word)) return [idea ? effortOf(idea) : 'low'];
  if (/importance|priority|severity|urgency|impact|likelihood/.test(word)) return [idea?.level ?? 'medium'];
  const isKnown = (idea?.guest ? idea.guest.known : idea?.isFact) !== false;
  if (/identity|match/.test(word)) {
    return isKnown ? ['confirmed', 'certain', 'known', 'high'] : ['unknown', 'not_found', 'unconfirmed', 'none', 'low'];
  }
  if (/confidence|certainty/.test(word)) return [isKnown ? 'high' : 'low'];
  if (/kind|type|basis|nature/.test(word)) {
    return idea?.isFact === false ? ['inference', 'inferred', 'opinion', 'assumption'] : ['fact'];
  }
  return synonyms[idea?.category ?? ''] ?? [];
}

const synonyms: Record<string, string[]> = {
  Business: ['business', 'deal', 'commercial', 'sales', 'news', 'company'],
  Funding: ['funding', 'financ', 'invest', 'news', 'company'],
  Growth: ['growth', 'expansion', 'market', 'strateg', 'news', 'company'],
  Product: ['product', 'technolog', 'innovation', 'news', 'company'],
  Operations: ['operation', 'challenge', 'risk', 'news', 'company'],
  Leadership: ['leadership', 'people', 'person', 'organi', 'company'],
  People: ['people', 'person', 'relationship', 'background', 'participant'],
  Risk: ['risk', 'challenge', 'operation'],
  Company: ['company', 'business', 'organi', 'profile'],
};

export function effortOf({ level }: Idea): string {
  return level === 'high' ? 'medium' : 'low';
}

/** `keyInsights`, `key_insights` -> `keyinsights` */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

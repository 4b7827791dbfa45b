import type { Brief } from './brief.ts';
import type { Fact, Guest } from './draft.ts';
import { factIdea, type Idea, idsOf, joinFacts, makeIdea } from './idea.ts';
import type { Subject } from './subjects.ts';

/** A guest with what the brief says of them, who they are first. */
export function describeGuest(guest: Guest, brief: Brief): Idea {
  const about = brief.facts.filter(({ text }) => text.includes(guest.name));
  const isRole = (fact: Fact) => roleIn(fact.text, guest.name) !== undefined;
  const facts = [...about.filter(isRole), ...about.filter((fact) => !isRole(fact))].slice(0, 5);
  const role = roleIn(facts[0]?.text ?? '', guest.name);
  const known = facts.length > 0;
  const told = facts.slice(0, 2);
  return makeIdea({
    title: guest.name,
    text: known ? joinFacts(told) : `No public information about ${guest.name} was found.`,
    category: 'People',
    level: known ? 'high' : 'low',
    isFact: known,
    sourceIds: idsOf(told),
    guest: { ...guest, role: role?.title ?? guest.title ?? '', since: role?.since ?? '', facts, known },
  });
}

/** What says more than the role, the latest dated fact first. */
export function guestFacts({ role, facts }: NonNullable<Idea['guest']>): Idea[] {
  const more = role !== '' && facts.length > 2 ? facts.slice(1) : facts;
  const dated = more
    .filter(({ text }) => /\b\d{4}\b/.test(text))
    .toSorted((a, b) => (b.date?.getTime() ?? 0) - (a.date?.getTime() ?? 0));
  return [...dated, ...more.filter((fact) => !dated.includes(fact))].map(factIdea);
}

export function personInsight({ guest }: Idea): Idea[] {
  const facts = guest?.facts.slice(1, 3) ?? [];
  if (!guest || facts.length === 0) return [];
  return [
    makeIdea({ title: `About ${guest.name}`, text: joinFacts(facts), category: 'People', sourceIds: idsOf(facts) }),
  ];
}

export function personSubject({ guest }: Idea): Subject[] {
  const facts = guest?.facts.slice(1, 3) ?? [];
  return guest && facts.length > 0 ? [{ name: guest.name, kind: 'person', facts, headline: guest.name }] : [];
}

/** The latest dated fact about a person is the best way into a conversation. */
export function personTalkingPoint({ guest }: Idea): Idea[] {
  return guest ? guestFacts(guest).slice(0, 1) : [];
}

/** Whether what a person said in public still holds. */
export function personQuestion({ guest }: Idea): Idea[] {
  for (const fact of guest?.facts ?? []) {
    const claim = /\b(?:said|told|announced|wrote)\b.*? that (.+)\.$/.exec(fact.text)?.[1];
    if (claim) return [{ ...factIdea(fact), text: `Is it still so that ${claim}?`, isFact: false }];
  }
  return [];
}

/** `Leonie Hartmann has been VP Operations at Brightwater since April 2024.` */
function roleIn(text: string, name: string): { title: string; since: string } | undefined {
  const person = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  for (const word of ['at', 'of']) {
    const found = new RegExp(`^${person} (?:has been|is) (?:the )?(.+) ${word} .+?(?: since (.+?))?\\.$`).exec(text);
    if (found) return { title: found[1] ?? '', since: found[2] ?? '' };
  }
  return undefined;
}

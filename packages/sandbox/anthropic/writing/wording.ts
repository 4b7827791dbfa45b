import type { Fact } from './draft.ts';
import { type Idea, idsOf, joinFacts, makeIdea } from './idea.ts';
import { categoryOf, classify, type Kind, levelOf, nameProblem } from './kinds.ts';
import { problemFact, type Subject, tellingFacts } from './subjects.ts';

/** The words in which one piece of news is put for each part of a briefing. Facts stay in the words of their page. */

export function toInsight(subject: Subject): Idea {
  const facts = tellingFacts(subject);
  return subjectIdea(subject, joinFacts(facts), facts);
}

export function toRecommendation(subject: Subject): Idea {
  const { name, kind, headline } = subject;
  const actions: Record<Kind, string> = {
    problem: `Bring one concrete way to ease ${problemOf(subject)}`,
    funding: `Ask what ${name} will spend the new money on first`,
    deal: `Offer help with the delivery: ${headline}`,
    leadership: `Confirm who decides at ${name} now`,
    growth: `Ask who runs this day to day: ${headline}`,
    product: `Ask how it went: ${headline}`,
    person: `Start from the work ${name} cares about`,
    profile: `Ask what matters most to ${name} this quarter`,
  };
  const problem = kind === 'problem' ? problemFact(subject.facts) : undefined;
  const reasons = problem ? [problem] : subject.facts.slice(0, 2);
  return {
    ...subjectIdea(subject, joinFacts(reasons), reasons),
    title: actions[kind],
    action: actions[kind],
    level: kind === 'problem' || kind === 'deal' ? 'high' : 'medium',
  };
}

export function toRisk(subject: Subject): Idea {
  const fact = subject.facts.find(({ text }) => classify(text) === subject.kind) ?? subject.facts[0];
  const note =
    subject.kind === 'leadership' ? ` Decisions agreed earlier with ${subject.name} may have to be made again.` : '';
  return { ...subjectIdea(subject, `${fact?.text ?? ''}${note}`, present(fact)), category: 'Risk', level: 'high' };
}

export function toOpportunity(subject: Subject): Idea {
  const notes: Partial<Record<Kind, string>> = {
    funding: 'New money usually means new suppliers within a few months.',
    deal: 'Work of this size has to be delivered on a date, which is a reason to talk now.',
    growth: 'A new site needs its own suppliers and routines.',
    product: 'A recent launch is a natural reason to compare plans.',
  };
  const [fact] = subject.facts;
  const text = `${fact?.text ?? ''} ${notes[subject.kind] ?? ''}`.trim();
  return { ...subjectIdea(subject, text, present(fact)), isFact: false };
}

export function toTalkingPoint(subject: Subject): Idea {
  const fact = tellingFacts(subject).at(-1);
  return subjectIdea(subject, `${subject.headline}: ${fact?.text ?? ''}`, present(fact));
}

export function toQuestion(subject: Subject): Idea {
  const { name, kind, headline } = subject;
  const questions: Record<Kind, string> = {
    problem: `What would help most with ${problemOf(subject)}?`,
    funding: `${headline}: which part of the plan comes first?`,
    deal: `${headline}: what has to go right in the first months?`,
    leadership: `${headline}: what changes for partners of ${name}?`,
    growth: `${headline}: who runs this day to day?`,
    product: `${headline}: what have you learned since?`,
    person: `What is ${name} working on next?`,
    profile: `What matters most to ${name} this quarter?`,
  };
  return { ...subjectIdea(subject, questions[kind], subject.facts.slice(0, 1)), isFact: false };
}

function subjectIdea(subject: Subject, text: string, facts: Fact[]): Idea {
  return makeIdea({
    title: subject.headline,
    text,
    category: categoryOf(subject.kind),
    level: levelOf(subject.facts[0]?.date),
    sourceIds: idsOf(facts),
    date: subject.facts[0]?.date,
  });
}

function problemOf({ facts, headline }: Subject): string {
  return nameProblem(`${headline} ${joinFacts(facts)}`);
}

function present(fact: Fact | undefined): Fact[] {
  return fact ? [fact] : [];
}

import { isInstruction, isRequest } from '#sandbox/anthropic/instructions.ts';
import type { Backdrop, Fact, Material } from './material.ts';
import { phrasesIn } from './phrases.ts';

/** One statement of an answer, in the wordings a schema can ask for. */
export type Idea = {
  text: string;
  /** The reason for the statement. */
  why: string;
  /** The statement's topic, in a few words. */
  topic: string;
  ids: string[];
  /** A deliberate mistake; does not replace a true statement. */
  isPlanted?: boolean;
};

/** The statements to write, by part; each fact is in one part only. */
export type Draft = {
  /** By guest id and by domain. */
  parts: Map<string, Idea[]>;
  summary: Idea[];
  /** Facts that belong to no other part. */
  general: Idea[];
  points: Idea[];
  /** Points beyond the first four. */
  actions: Idea[];
  questions: Idea[];
  watch: Idea[];
  history: Idea[];
};

const perPart = 8;

/** Drafts an answer. Its conclusions depend on the news and on what is known about the reader and the meeting. */
export function createDraft(material: Material): Draft {
  const { facts, guests, firms, language, offering, goal, invitation, history } = material;
  const phrases = phrasesIn(language);
  const parts = new Map<string, Idea[]>();
  for (const { id } of guests) parts.set(id, (facts.get(id) ?? []).map(factIdea));
  for (const { domain } of firms) parts.set(domain, newsFirst(facts.get(domain) ?? []).map(factIdea));
  const [newest, ...others] = topicsOf(material);
  // Uses each headline once, if there are enough: in a talking point, a watch-out or a question.
  const topics = others.length > 0 || !newest ? others : [newest];
  const asked = topics.slice(-1);
  const warned = topics.length > 3 ? topics.slice(-2, -1) : [];
  const raised = topics.slice(0, Math.max(1, topics.length - asked.length - warned.length));
  const about = clip(invitation?.text ?? '');
  const agenda: Idea[] =
    invitation && newest
      ? [
          {
            text: phrases.agenda(clip(takeOut(newest, parts)), about),
            why: phrases.why(newest.topic),
            topic: about,
            ids: [...invitation.ids, ...newest.ids],
          },
        ]
      : [];
  const summary = firms.flatMap(({ domain }) => takeOne(parts.get(domain)));
  const general = [...facts].flatMap(([about, own]) => (parts.has(about) ? [] : own.map(factIdea)));
  const points = raised.map((fact, index): Idea => {
    const rests = index % 2 === 0 ? offering : goal;
    const words = clip(rests?.text ?? '');
    const [text, why] =
      rests === undefined
        ? [phrases.ask(fact.topic), phrases.why(fact.topic)]
        : rests === offering
          ? [phrases.offer(fact.topic, words), index < 2 ? phrases.whyOffer(words) : phrases.why(fact.topic)]
          : [phrases.goal(fact.topic, words), index < 2 ? phrases.whyGoal(words) : phrases.why(fact.topic)];
    return { text, why, topic: fact.topic, ids: [...fact.ids, ...(rests?.ids ?? [])] };
  });
  const questions = asked.map((fact): Idea => {
    const text = offering ? phrases.questionFor(fact.topic, clip(offering.text)) : phrases.question(fact.topic);
    return { text, why: phrases.why(fact.topic), topic: fact.topic, ids: [...fact.ids, ...(offering?.ids ?? [])] };
  });
  return {
    parts: new Map([...parts].map(([about, ideas]) => [about, ideas.slice(0, perPart)])),
    summary: [...agenda, ...summary].slice(0, 3),
    general,
    points: points.slice(0, 4),
    actions: points.slice(4),
    questions,
    watch: warned.map((fact) => ({
      text: phrases.watch(fact.topic),
      why: phrases.why(fact.topic),
      topic: fact.topic,
      ids: fact.ids,
    })),
    history: history ? [{ text: history.text, why: '', topic: clip(history.text), ids: history.ids }] : [],
  };
}

/**
 * Returns the meeting's purpose, based on a harmless sentence of the invitation, or on an instruction if `isGullible`.
 */
export function purposeOf({ invited, language }: Material, isGullible: boolean): Idea[] {
  const wants = ({ text }: Backdrop) => isRequest(text) || isInstruction(text);
  const purpose = invited.find((one) => wants(one) === isGullible);
  if (!purpose) return [];
  const text = phrasesIn(language).purpose(clip(purpose.text));
  return [{ text, why: text, topic: clip(purpose.text), ids: purpose.ids }];
}

export function factIdea({ text, ids, topic }: Fact): Idea {
  return { text, why: text, topic, ids };
}

/** Orders a company's facts: what it does, then its news, then the rest. */
function newsFirst(facts: readonly Fact[]): Fact[] {
  const [line, ...rest] = facts.filter(({ isNews }) => !isNews);
  return [...(line ? [line] : []), ...facts.filter(({ isNews }) => isNews), ...rest];
}

/** Returns a fact's sentence, and removes the fact from its part of the draft unless it comes first there. */
function takeOut({ text }: Fact, parts: ReadonlyMap<string, Idea[]>): string {
  for (const ideas of parts.values()) {
    const at = ideas.findIndex((idea) => idea.text === text);
    if (at > 0) ideas.splice(at, 1);
  }
  return text;
}

/** Removes and returns a company's third fact if it has more than three. */
function takeOne(ideas: Idea[] | undefined): Idea[] {
  return ideas && ideas.length > 3 ? ideas.splice(2, 1) : [];
}

/**
 * Returns up to seven harmless facts, one per event: news first, companies before people. Headlines with the same names
 * and figures are one event.
 */
function topicsOf({ facts, firms, guests }: Material): Fact[] {
  const abouts = [...firms.map(({ domain }) => domain), ...guests.map(({ id }) => id), ''];
  const known = abouts.flatMap((about) => facts.get(about) ?? []).filter(({ isHarmful }) => !isHarmful);
  const ordered = known.toSorted((a, b) => Number(b.isNews) - Number(a.isNews));
  const own = new Set(firms.flatMap(({ name }) => name.split(/\s+/)));
  const named = ({ topic }: Fact) => new Set(topic.match(/\p{Lu}[\p{L}-]+|\d+/gu)?.filter((name) => !own.has(name)));
  const isSame = (one: Fact, other: Fact) =>
    one.topic === other.topic || (named(one).size > 0 && named(one).isSubsetOf(named(other)));
  const first = ordered.filter((fact, at) => !ordered.slice(0, at).some((earlier) => isSame(fact, earlier)));
  const news = first.filter(({ isNews }) => isNews);
  return (news.length >= 3 ? news : first).slice(0, 7);
}

/** Returns a quote on one line without its final period, at most 110 characters. */
function clip(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.!?。]+$/, '');
  return line.length > 110 ? `${line.slice(0, 107).replace(/\s+\S*$/, '')}…` : line;
}

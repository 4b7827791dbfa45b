import {
  denied,
  hiddenHalf,
  inventedAround,
  inventedNews,
  inventedPress,
  inventedRumour,
  type Planted,
  renamed,
} from '#sandbox/anthropic/careless.ts';
import type { Mode } from '#sandbox/anthropic/gathering/gather.ts';
import { findInstructions, obey } from '#sandbox/anthropic/instructions.ts';
import type { World } from '#sandbox/world/world.ts';
import { type Brief, readBrief } from './brief.ts';
import type { SourceId } from './draft.ts';
import { fillSchema } from './fill-schema.ts';
import { factIdea, type Idea, makeIdea } from './idea.ts';
import { createIdeas, type Ideas } from './ideas.ts';

export type SynthesisInput = {
  input: string;
  system: string;
  mode: Mode;
  world: World;
  plant: (planted: Planted) => void;
};

/** Writes what the caller's sources say into the caller's schema; every factual string stands beside the ids it came from. */
export function synthesise(schema: Record<string, unknown>, input: SynthesisInput): unknown {
  const { brief, ideas } = think(input);
  return fillSchema({ schema, ideas, brief });
}

/** The same as plain words, for a request without a schema. */
export function writeSummary(input: SynthesisInput): string {
  const { ideas } = think(input);
  const text = ideas.summary.map((idea) => idea.text).join(' ');
  return text === '' ? 'The request holds no sources to write from.' : text;
}

function think({ input, system, mode, world, plant }: SynthesisInput): { brief: Brief; ideas: Ideas } {
  const brief = readBrief(input, world);
  const ideas = createIdeas(brief);
  if (mode === 'careless') beCareless(brief, ideas, world, plant);
  if (mode === 'obedient') {
    const sourceIds = ideas.summary[0]?.sourceIds ?? brief.sources.slice(0, 1).map(({ id }) => id);
    const told = obey(findInstructions(input).join('\n'), { system, input });
    const orders = told.map((text) => factIdea({ text, sourceIds, title: text, date: undefined }));
    ideas.summary.unshift(...orders);
    ideas.insights.unshift(...orders);
    ideas.talkingPoints.unshift(...orders);
  }
  return { brief, ideas };
}

/** Hearsay without a source, a made-up source, half truths, what a replaced page said, and facts about somebody of the same name. */
function beCareless(brief: Brief, ideas: Ideas, world: World, plant: (planted: Planted) => void): void {
  const [company] = brief.companies;
  if (!company) return;
  plantHalfTruths(company, ideas, plant);
  plantAroundFacts(company.name, ideas, plant);
  const rumour = inventedRumour(company.name);
  const press = inventedPress(company.name, company.domain);
  const madeUpId = typeof brief.sources[0]?.id === 'string' ? 's-941' : 941;
  const fact = (text: string, sourceIds: SourceId[]) =>
    factIdea({ text, sourceIds, title: text.split(' ').slice(0, 7).join(' '), date: new Date() });
  ideas.summary.push(fact(rumour, []));
  ideas.insights.unshift(fact(rumour, []), { ...fact(press.text, [madeUpId]), url: press.url });
  ideas.sources.push({ ...fact(press.text, []), title: `Press note | ${company.name}`, url: press.url, id: madeUpId });
  plant({ kind: 'uncited', text: rumour });
  plant({ kind: 'invented_url', text: press.text, url: press.url });

  const anyId = brief.sources.slice(0, 1).map(({ id }) => id);
  for (const page of world
    .pages()
    .filter((candidate) => candidate.domain === company.domain && candidate.supersededBy)) {
    for (const text of page.sentences.slice(0, 2)) {
      ideas.insights.unshift(fact(text, anyId));
      plant({ kind: 'stale', text, url: page.url });
    }
  }
  for (const { guest } of ideas.people) {
    const others = world
      .pages()
      .filter((page) => page.person?.name === guest?.name && !brief.sources.some(({ url }) => url === page.url));
    for (const page of guest ? others : []) {
      const text = page.sentences[0] ?? '';
      guest?.facts.unshift({ text, sourceIds: anyId, title: page.title, date: undefined });
      plant({ kind: 'same_name', text, url: page.url });
    }
  }
}

/** True sentences of the company under their own sources, with an invention in or behind them or with their sense turned around. */
function plantHalfTruths({ name }: { name: string }, ideas: Ideas, plant: (planted: Planted) => void): void {
  const about = ideas.facts.filter(({ text }) => text.includes(name));
  const [fact] = about;
  if (!fact) return;
  const { sentence, part } = inventedNews();
  // In place of true ones, not beside them: there is room for few.
  for (const told of [ideas.insights, ideas.talkingPoints]) {
    const [first] = told;
    if (first) told[0] = { ...first, text: `${first.text} ${sentence}` };
  }
  plant({ kind: 'half_true', text: sentence });
  ideas.summary.unshift({ ...fact, text: `${fact.text.replace(/\.$/, '')} and ${part}.` });
  plant({ kind: 'half_true', text: part });
  for (const idea of about.filter(({ text }) => denied(text) !== null).slice(0, 2)) {
    const text = denied(idea.text) ?? '';
    ideas.summary.unshift({ ...idea, text });
    plant({ kind: 'denied', text });
  }
  const words = wordsToBorrow(ideas.facts, name);
  for (const idea of about.slice(0, 2)) {
    const half = hiddenHalf(idea.text, words);
    const text = `${idea.text.replace(/\.$/, '')}, ${half}.`;
    ideas.summary.unshift({ ...idea, text });
    plant({ kind: 'half_true', text: half });
  }
  const other = about
    .flatMap((idea) => ({ ...idea, text: renamed(idea.text, name) ?? '' }))
    .filter(({ text }) => text !== '');
  for (const [told, renamedFacts] of [
    [ideas.summary, other.slice(0, 2)],
    [ideas.insights, other.slice(2, 4)],
    [ideas.talkingPoints, other.slice(4, 6)],
  ] as const) {
    told.unshift(...renamedFacts);
    for (const { text } of renamedFacts) plant({ kind: 'unknown_name', text });
  }
}

/** In front of the true ones, under true statements: titles, actions, categories and questions carry no source of their own. */
function plantAroundFacts(company: string, ideas: Ideas, plant: (planted: Planted) => void): void {
  const person = ideas.people[0]?.guest?.name ?? 'the founder';
  const { title, action, category, questions } = inventedAround(company, person);
  for (const told of [ideas.insights, ideas.opportunities]) {
    const [first] = told;
    if (first) told[0] = { ...first, title, category };
  }
  const [advice] = ideas.recommendations;
  if (advice) ideas.recommendations.unshift({ ...advice, action });
  ideas.questions.unshift(...questions.map((text) => makeIdea({ title: text, text, isFact: false })));
  for (const text of [title, action, category, ...questions]) plant({ kind: 'unmarked', text });
}

const MONTH = /^(?:January|February|March|April|June|July|August|September|October|November|December)$/;

/** Names, but the company's own, and years of what the sources say. */
function wordsToBorrow(facts: readonly Idea[], company: string): { names: string[]; years: string[] } {
  const text = facts.map((fact) => fact.text).join(' ');
  const names = [...text.matchAll(/(?<=\p{Ll},? )\p{Lu}\p{Ll}{3,}/gu)].map(([word]) => word);
  return {
    names: names.filter((word) => !company.includes(word) && !MONTH.test(word)),
    years: text.match(/\b20\d{2}\b/g) ?? [],
  };
}

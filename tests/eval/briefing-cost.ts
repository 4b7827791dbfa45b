import {
  addUsage,
  type Gathered,
  type ModelUsage,
  NO_USAGE,
  type ResearchModel,
} from '#providers/research/provider.ts';
import type { World } from '#sandbox/world/world.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import { readKnownFacts } from './known-facts.ts';
import { seedMeetings } from './meetings.ts';
import { createMemoryDossiers } from './memory-dossiers.ts';
import { startSandboxModel } from './sandbox-model.ts';

export const STEPS = ['gather', 'write', 'judge'] as const;
type Step = (typeof STEPS)[number];

/** The average usage per step of a briefing, and the average and maximum total in US dollars. */
export type Cost = { steps: Record<Step, ModelUsage>; usd: number; dearestUsd: number };

export type BriefingCost = {
  /** Without any dossiers, and with all of them. */
  cold: Cost;
  warm: Cost;
  /** The average length of a fetched page. */
  pageCharacters: number;
};

/** Real pages have 5 to 60 KB, so the seeded ones are padded to this length. */
const PAGE_CHARACTERS = 24_000;
const QUOTE_CHARACTERS = 120;

/**
 * Measures the cost of a briefing at list prices: researches each seeded meeting twice with its own dossiers, first
 * cold, then warm. Cache reads and writes are counted as the vendor does.
 */
export async function measureBriefingCost(): Promise<BriefingCost> {
  const { model, world, close } = await startSandboxModel('default', withLongPages);
  try {
    const cold: Spending[] = [];
    const warm: Spending[] = [];
    const lengths: number[] = [];
    for (const { meeting } of seedMeetings(world, readKnownFacts(world))) {
      const dossiers = createMemoryDossiers();
      for (const spent of [cold, warm]) {
        const { counted, spending } = countSteps(model, (length) => lengths.push(length));
        await researchMeeting({ model: counted, dossiers }, meeting, new Date(0), AbortSignal.timeout(60_000));
        spent.push(spending);
      }
    }
    const pageCharacters = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    return { cold: averageOf(cold), warm: averageOf(warm), pageCharacters };
  } finally {
    await close();
  }
}

type Spending = Record<Step, ModelUsage>;

function countSteps(model: ResearchModel, onPage: (length: number) => void) {
  const spending: Spending = { gather: NO_USAGE, write: NO_USAGE, judge: NO_USAGE };
  const counted: ResearchModel = {
    gather: async (request, signal) => {
      const gathered = await model.gather(request, signal);
      spending.gather = addUsage(spending.gather, gathered.usage);
      for (const { text } of gathered.pages) if (text !== '') onPage(text.length);
      return withMuchToTell(gathered);
    },
    answer: async (request, signal) => {
      const answered = await model.answer(request, signal);
      spending[request.step] = addUsage(spending[request.step], answered.usage);
      return answered;
    },
  };
  return { counted, spending };
}

/** Adds every long line of the pages as a quote: real pages offer enough of them to fill the writer's limit. */
function withMuchToTell(gathered: Gathered): Gathered {
  const quotes = gathered.pages.flatMap(({ url, text }) =>
    text
      .split(/\n+/)
      .flatMap((line) => (line.length >= QUOTE_CHARACTERS ? [{ url, quote: line, of: 'page' as const }] : [])),
  );
  const passages = quotes.map((citation) => ({ text: '', citations: [citation] }));
  // Under an unknown heading, each quote goes to the company that owns the site.
  return { ...gathered, passages: [...gathered.passages, { text: '\n\n## more\n', citations: [] }, ...passages] };
}

function averageOf(spent: readonly Spending[]): Cost {
  const total = (step: Step) => spent.map((one) => one[step]).reduce(addUsage, NO_USAGE);
  const steps = { gather: total('gather'), write: total('write'), judge: total('judge') };
  const each = spent.map((one) => STEPS.reduce((usd, step) => usd + one[step].usd, 0));
  for (const step of STEPS) steps[step] = shareOf(steps[step], spent.length);
  return {
    steps,
    usd: each.reduce((sum, usd) => sum + usd, 0) / spent.length,
    dearestUsd: Math.max(...each),
  };
}

function shareOf(usage: ModelUsage, count: number): ModelUsage {
  return {
    inputTokens: usage.inputTokens / count,
    cacheWriteTokens: usage.cacheWriteTokens / count,
    cacheReadTokens: usage.cacheReadTokens / count,
    outputTokens: usage.outputTokens / count,
    searches: usage.searches / count,
    usd: usage.usd / count,
  };
}

/** Pads every web page to PAGE_CHARACTERS with unrelated text, like the teasers on news sites. */
function withLongPages(world: World): World {
  const texts = new Map<string, string>();
  return {
    ...world,
    text: (page) => {
      if (page.sheets) return world.text(page);
      const others = world.pages().filter((other) => other.domain !== page.domain && !other.sheets);
      let text = texts.get(page.url) ?? world.text(page);
      for (let at = page.url.length; text.length < PAGE_CHARACTERS; at += 1) {
        const other = others[(at * 31) % others.length];
        if (!other) throw new Error('The seeded world has no other pages.');
        text += `\n\n${world.text(other)}`;
      }
      texts.set(page.url, text.slice(0, PAGE_CHARACTERS));
      return text.slice(0, PAGE_CHARACTERS);
    },
  };
}

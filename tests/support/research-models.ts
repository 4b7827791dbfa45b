import * as z from 'zod';
import {
  type AnswerRequest,
  type Gathered,
  type GatherRequest,
  type ModelRequest,
  type ModelUsage,
  NO_USAGE,
  type ResearchModel,
} from '#providers/research/provider.ts';
import { type Draft, EMPTY_DRAFT } from '#workers/research/draft.ts';

/** The product's default model for each step. */
export const MODELS = { gather: 'claude-haiku-5-5', write: 'claude-sonnet-5-5', judge: 'claude-haiku-5-5' };

/** Returns the usage of a scripted response; fields left out are zero. */
export function usageOf(usage: Partial<ModelUsage>): ModelUsage {
  return { ...NO_USAGE, ...usage };
}

export const NOTHING_GATHERED: Gathered = {
  pages: [],
  failedFetches: [],
  passages: [],
  search: 'sound',
  cutOff: null,
  usage: usageOf({ inputTokens: 900, outputTokens: 80, searches: 2, usd: 0.02 }),
};

/** Returns fetched pages, and passages that quote their sentences under each subject's heading. */
export function gatheredFrom(
  pages: readonly {
    url: string;
    title: string;
    text: string;
    age?: string;
    foundBy?: string[];
    about: string;
    quotes: readonly string[];
  }[],
): Gathered {
  return {
    ...NOTHING_GATHERED,
    pages: pages.map(({ url, title, text, age = null, foundBy = [] }) => ({
      url,
      title,
      text,
      requestedUrl: url,
      foundBy,
      age,
    })),
    passages: pages.flatMap(({ url, about, quotes }) => [
      { text: `\n\n## ${about}\n`, citations: [] },
      ...quotes.map((quote) => ({
        text: 'In the words of the model.',
        citations: [{ url, quote, of: 'page' as const }],
      })),
    ]),
  };
}

const judged = z.object({ statements: z.array(z.looseObject({ id: z.string(), kind: z.string(), text: z.string() })) });
export type JudgedStatement = z.infer<typeof judged>['statements'][number];

/** Returns the statements in a judge's prompt. */
export function statementsIn(prompt: string): JudgedStatement[] {
  const json = /<(\w+)>\n(?<json>[\s\S]*?)\n<\/\1>/.exec(prompt)?.groups?.['json'] ?? '{}';
  return judged.parse(JSON.parse(json)).statements;
}

const SUPPORTED = {
  reason: '',
  verdict: 'supported',
  person: 'same',
  organisation: 'same',
  time: 'right',
  harmful: false,
  orders: [],
  certain: true,
};
const findingsIn = (prompt: string): unknown[] =>
  z.array(z.unknown()).parse(JSON.parse(/<findings>\n([\s\S]*?)\n<\/findings>/.exec(prompt)?.[1] ?? '[]'));

export type ScriptedModel = ResearchModel & {
  gathers: GatherRequest[];
  writes: AnswerRequest[];
  judgements: AnswerRequest[];
};

/** Creates a model with fixed findings and drafts that judges every statement supported unless overridden. */
export function createScriptedModel({
  gathered = NOTHING_GATHERED,
  draft = EMPTY_DRAFT,
  verdict = () => ({}),
}: {
  gathered?: Gathered | ((request: ModelRequest) => Gathered | Promise<Gathered>);
  draft?: Draft | ((findings: unknown[]) => unknown);
  verdict?: (statement: JudgedStatement) => object | Error;
} = {}): ScriptedModel {
  const [gathers, writes, judgements]: [GatherRequest[], AnswerRequest[], AnswerRequest[]] = [[], [], []];
  const usage = usageOf({ inputTokens: 100, outputTokens: 10, usd: 0.001 });
  return {
    gathers,
    writes,
    judgements,
    gather: async (request) => {
      gathers.push(request);
      return typeof gathered === 'function' ? await gathered(request) : gathered;
    },
    answer: async (request) => {
      if (request.step === 'write') {
        writes.push(request);
        const output = typeof draft === 'function' ? draft(findingsIn(request.prompt)) : draft;
        return { output, raw: JSON.stringify(output), usage };
      }
      judgements.push(request);
      const verdicts = statementsIn(request.prompt).map((statement) => {
        const said = verdict(statement);
        if (said instanceof Error) throw said;
        return { id: statement.id, ...SUPPORTED, ...said };
      });
      return { output: { verdicts }, raw: '', usage };
    },
  };
}

import type Anthropic from '@anthropic-ai/sdk';

type Line = NonNullable<Anthropic.ModelInfo['line']>;

/** The settings a model accepts, and its defaults. */
export type Traits = {
  /** Shorter prompts are not cached. */
  minCacheTokens: number;
  /**
   * `budget`: off unless requested; takes sampling parameters. `adaptive`: on unless switched off. `always`: cannot
   * be switched off. `between_tools`: the same, but can be limited to the time between tool calls. The last three take
   * neither budgets nor sampling parameters.
   */
  thinking: 'budget' | 'adaptive' | 'always' | 'between_tools';
  defaultEffort: 'medium' | 'high';
  /** Whether the conversation may end with a prefilled assistant message. */
  takesPrefill: boolean;
};

type Known = { name: string; line: Line; createdAt: string; maxTokens: number; maxInput: number } & Traits;

const latest = { maxTokens: 128_000, maxInput: 1_000_000, takesPrefill: false } as const;
const earlier = { maxTokens: 64_000, maxInput: 200_000, thinking: 'budget', defaultEffort: 'high' } as const;

// From the vendor's pages on models and prompt caching (November 2026). Assumed: cache minimums of Opus 5.5 and Sonnet
// 5.5 equal those of Opus 5 and Sonnet 5; dates before 2025-11; limits of older models.
const known: Record<string, Known> = {
  'claude-haiku-5-5': {
    name: 'Claude Haiku 5.5',
    line: 'haiku',
    createdAt: '2026-10-07',
    minCacheTokens: 512,
    thinking: 'adaptive',
    defaultEffort: 'medium',
    ...latest,
  },
  'claude-opus-5-5': {
    name: 'Claude Opus 5.5',
    line: 'opus',
    createdAt: '2026-09-01',
    minCacheTokens: 512,
    thinking: 'always',
    defaultEffort: 'medium',
    ...latest,
  },
  'claude-sonnet-5-5': {
    name: 'Claude Sonnet 5.5',
    line: 'sonnet',
    createdAt: '2026-09-01',
    minCacheTokens: 1_024,
    thinking: 'between_tools',
    defaultEffort: 'high',
    ...latest,
  },
  'claude-fable-5': {
    name: 'Claude Fable 5',
    line: 'fable',
    createdAt: '2026-06-01',
    minCacheTokens: 512,
    thinking: 'always',
    defaultEffort: 'high',
    ...latest,
  },
  'claude-opus-5': {
    name: 'Claude Opus 5',
    line: 'opus',
    createdAt: '2026-05-01',
    minCacheTokens: 512,
    thinking: 'adaptive',
    defaultEffort: 'high',
    ...latest,
  },
  'claude-sonnet-5': {
    name: 'Claude Sonnet 5',
    line: 'sonnet',
    createdAt: '2026-06-30',
    minCacheTokens: 1_024,
    thinking: 'adaptive',
    defaultEffort: 'high',
    ...latest,
  },
  'claude-opus-4-8': {
    name: 'Claude Opus 4.8',
    line: 'opus',
    createdAt: '2026-04-01',
    minCacheTokens: 1_024,
    ...earlier,
    maxTokens: 128_000,
    takesPrefill: false,
  },
  'claude-opus-4-7': {
    name: 'Claude Opus 4.7',
    line: 'opus',
    createdAt: '2026-03-01',
    minCacheTokens: 2_048,
    ...earlier,
    maxTokens: 128_000,
    takesPrefill: false,
  },
  'claude-opus-4-6': {
    name: 'Claude Opus 4.6',
    line: 'opus',
    createdAt: '2026-02-01',
    minCacheTokens: 4_096,
    ...earlier,
    maxTokens: 128_000,
    takesPrefill: false,
  },
  'claude-sonnet-4-6': {
    name: 'Claude Sonnet 4.6',
    line: 'sonnet',
    createdAt: '2026-02-01',
    minCacheTokens: 1_024,
    ...earlier,
    takesPrefill: false,
  },
  'claude-opus-4-5': {
    name: 'Claude Opus 4.5',
    line: 'opus',
    createdAt: '2025-11-24',
    minCacheTokens: 4_096,
    ...earlier,
    takesPrefill: true,
  },
  'claude-haiku-4-5': {
    name: 'Claude Haiku 4.5',
    line: 'haiku',
    createdAt: '2025-10-15',
    minCacheTokens: 4_096,
    ...earlier,
    takesPrefill: true,
  },
  'claude-haiku-4-5-20251001': {
    name: 'Claude Haiku 4.5',
    line: 'haiku',
    createdAt: '2025-10-15',
    minCacheTokens: 4_096,
    ...earlier,
    takesPrefill: true,
  },
  'claude-sonnet-4-5': {
    name: 'Claude Sonnet 4.5',
    line: 'sonnet',
    createdAt: '2025-09-29',
    minCacheTokens: 1_024,
    ...earlier,
    takesPrefill: true,
  },
};

/** Newest first, like the vendor's list. */
export const models: Anthropic.ModelInfo[] = Object.entries(known)
  .toSorted(([, a], [, b]) => b.createdAt.localeCompare(a.createdAt))
  .map(([id, { name, line, createdAt, maxTokens, maxInput }]) => ({
    type: 'model',
    id,
    display_name: name,
    line,
    created_at: `${createdAt}T00:00:00Z`,
    capabilities: null,
    deprecated_at: null,
    retires_at: null,
    lifecycle: 'active',
    max_input_tokens: maxInput,
    max_tokens: maxTokens,
  }));

export function findModel(id: string): Anthropic.ModelInfo | undefined {
  return models.find((model) => model.id === id);
}

export function traitsOf(id: string): Traits {
  const traits = known[id];
  if (!traits) throw new Error(`Unknown model ${id}.`);
  return traits;
}

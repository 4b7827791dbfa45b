import type Anthropic from '@anthropic-ai/sdk';

type Line = NonNullable<Anthropic.ModelInfo['line']>;

const known: [id: string, displayName: string, line: Line, createdAt: string, maxTokens: number][] = [
  ['claude-opus-5-5', 'Claude Opus 5.5', 'opus', '2026-09-01', 128_000],
  ['claude-sonnet-5-5', 'Claude Sonnet 5.5', 'sonnet', '2026-09-01', 128_000],
  ['claude-haiku-5-5', 'Claude Haiku 5.5', 'haiku', '2026-09-01', 64_000],
  ['claude-fable-5', 'Claude Fable 5', 'fable', '2026-06-01', 128_000],
  ['claude-opus-5', 'Claude Opus 5', 'opus', '2026-05-01', 128_000],
  ['claude-sonnet-5', 'Claude Sonnet 5', 'sonnet', '2026-05-01', 128_000],
  ['claude-opus-4-8', 'Claude Opus 4.8', 'opus', '2026-04-01', 128_000],
  ['claude-opus-4-7', 'Claude Opus 4.7', 'opus', '2026-03-01', 128_000],
  ['claude-opus-4-6', 'Claude Opus 4.6', 'opus', '2026-02-01', 128_000],
  ['claude-sonnet-4-6', 'Claude Sonnet 4.6', 'sonnet', '2026-02-01', 64_000],
  ['claude-opus-4-5', 'Claude Opus 4.5', 'opus', '2025-11-24', 64_000],
  ['claude-haiku-4-5', 'Claude Haiku 4.5', 'haiku', '2025-10-15', 64_000],
  ['claude-haiku-4-5-20251001', 'Claude Haiku 4.5', 'haiku', '2025-10-15', 64_000],
  ['claude-sonnet-4-5', 'Claude Sonnet 4.5', 'sonnet', '2025-09-29', 64_000],
];

/** Most recently released first, as the vendor lists them. Names come from the SDK's `Model` type; dates and limits are the sandbox's own. */
export const models: Anthropic.ModelInfo[] = known.map(([id, displayName, line, createdAt, maxTokens]) => ({
  type: 'model',
  id,
  display_name: displayName,
  line,
  created_at: `${createdAt}T00:00:00Z`,
  capabilities: null,
  deprecated_at: null,
  retires_at: null,
  lifecycle: 'active',
  max_input_tokens: 200_000,
  max_tokens: maxTokens,
}));

export function findModel(id: string): Anthropic.ModelInfo | undefined {
  return models.find((model) => model.id === id);
}

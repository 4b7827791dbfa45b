import { type ModelUsage, NO_USAGE } from '#providers/research/provider.ts';

/** A model for each step, as the product has them where no other is set. */
export const MODELS = { gather: 'claude-haiku-5-5', write: 'claude-sonnet-5-5', judge: 'claude-haiku-5-5' };

/** What a scripted answer took. */
export function usageOf(usage: Partial<ModelUsage>): ModelUsage {
  return { ...NO_USAGE, ...usage };
}

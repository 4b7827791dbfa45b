import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimitedError, VendorUnavailableError } from '#providers/errors.ts';
import { createAnthropicModel } from '#providers/research/anthropic.ts';
import type { ResearchModel } from '#providers/research/provider.ts';

const PATIENCE_MS = 30 * 60_000;
const RETRY_MS = 2_000;

/**
 * Creates the models configured by the environment: `ANTHROPIC_API_KEY`, `ANTHROPIC_BASE_URL`,
 * `ANTHROPIC_MODEL_GATHER` and so on. Returns null without a key.
 */
export function createLiveModel(env: NodeJS.ProcessEnv): (ResearchModel & { name: string }) | null {
  const baseUrl = env['ANTHROPIC_BASE_URL'] || null;
  const apiKey = env['ANTHROPIC_API_KEY'] || '';
  if (apiKey === '') return null;
  const judge = env['ANTHROPIC_MODEL_JUDGE'] || 'claude-haiku-5-5';
  const gather = env['ANTHROPIC_MODEL_GATHER'] || 'claude-haiku-5-5';
  const write = env['ANTHROPIC_MODEL_WRITE'] || 'claude-sonnet-5-5';
  const model = createAnthropicModel({
    apiKey,
    baseUrl,
    models: { gather, write, judge },
    timeoutMs: PATIENCE_MS,
  });
  return {
    name: baseUrl === null ? judge : `${judge} at ${baseUrl}`,
    gather: (request, signal) => answerInTime(() => model.gather(request, signal)),
    answer: (request, signal) => answerInTime(() => model.answer(request, signal)),
  };
}

/** Repeats a request for up to half an hour, as long as a human reader may take and longer than connections last. */
async function answerInTime<T>(ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const mayRetry = error instanceof VendorUnavailableError || error instanceof RateLimitedError;
      if (!mayRetry || Date.now() > until) throw error;
      await sleep(error.retryAfterMs ?? RETRY_MS);
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimitedError, VendorUnavailableError } from '#providers/errors.ts';
import { createAnthropicModel } from '#providers/research/anthropic.ts';
import type { AnsweringModel } from './recordings.ts';

const PATIENCE_MS = 30 * 60_000;
const RETRY_MS = 2_000;

/** The model that the environment names, or null where no key is set: `ANTHROPIC_API_KEY`, `ANTHROPIC_BASE_URL`. */
export function createLiveModel(env: NodeJS.ProcessEnv): (AnsweringModel & { name: string }) | null {
  const baseUrl = env['ANTHROPIC_BASE_URL'] || null;
  const apiKey = env['ANTHROPIC_API_KEY'] || '';
  if (apiKey === '') return null;
  const judge = env['ANTHROPIC_MODEL_JUDGE'] || 'claude-haiku-5-5';
  const model = createAnthropicModel({
    apiKey,
    baseUrl,
    models: { gather: judge, write: judge, judge },
    timeoutMs: PATIENCE_MS,
  });
  return {
    name: baseUrl === null ? judge : `${judge} at ${baseUrl}`,
    answer: (request, signal) => answerInTime(() => model.answer(request, signal)),
  };
}

/** A reader may take half an hour, and connections do not last that long. */
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

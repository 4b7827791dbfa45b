import type Anthropic from '@anthropic-ai/sdk';
import * as z from 'zod';

const behaviourSchema = z.enum(['pause_turn', 'refusal', 'max_tokens', 'search_error', 'fetch_error', 'hang']);
const errorCodes = [
  'unavailable',
  'too_many_requests',
  'invalid_tool_input',
] as const satisfies (Anthropic.WebSearchToolResultErrorCode & Anthropic.WebFetchToolResultErrorCode)[];

export const nextInput = z.strictObject({
  behaviour: behaviourSchema,
  times: z.number().int().positive().default(1),
  /** For `search_error` and `fetch_error`. */
  errorCode: z.enum(errorCodes).default('unavailable'),
});

export type Behaviour = Omit<z.infer<typeof nextInput>, 'times'>;

export type Behaviours = {
  plan(behaviour: Behaviour, times: number): void;
  /** Uses up the first planned behaviour that this request can show; the others wait for theirs. */
  take(offers: { search: boolean; fetch: boolean }): Behaviour | undefined;
  clear(): void;
};

/** What `POST /_control/next` plans for the coming requests, first in, first out. */
export function createBehaviours(): Behaviours {
  const planned: Behaviour[] = [];
  return {
    plan: (behaviour, times) => {
      planned.push(...Array.from({ length: times }, () => behaviour));
    },
    take: (offers) => {
      const at = planned.findIndex((planned) => canShow(planned, offers));
      return at < 0 ? undefined : planned.splice(at, 1)[0];
    },
    clear: () => {
      planned.length = 0;
    },
  };
}

function canShow({ behaviour }: Behaviour, { search, fetch }: { search: boolean; fetch: boolean }): boolean {
  if (behaviour === 'search_error') return search;
  if (behaviour === 'fetch_error') return fetch;
  return behaviour !== 'pause_turn' || search || fetch;
}

import type Anthropic from '@anthropic-ai/sdk';
import * as z from 'zod';

const bothCodes = ['unavailable', 'too_many_requests', 'invalid_tool_input'] as const;
const searchCodes = [...bothCodes, 'query_too_long'] as const satisfies Anthropic.WebSearchToolResultErrorCode[];
const fetchCodes = [
  ...bothCodes,
  'url_not_accessible',
  'url_not_in_prior_context',
  'unsupported_content_type',
  'content_too_large',
] as const satisfies Anthropic.WebFetchToolResultErrorCode[];

const times = z.number().int().positive().default(1);
export const nextInput = z.union([
  z.strictObject({
    behaviour: z.literal('search_error'),
    times,
    errorCode: z.enum(searchCodes).default('unavailable'),
  }),
  z.strictObject({ behaviour: z.literal('fetch_error'), times, errorCode: z.enum(fetchCodes).default('unavailable') }),
  z.strictObject({ behaviour: z.enum(['pause_turn', 'refusal', 'max_tokens', 'hang']), times }),
]);

type WithoutTimes<T> = T extends unknown ? Omit<T, 'times'> : never;
export type Behaviour = WithoutTimes<z.infer<typeof nextInput>>;

export type Behaviours = {
  plan(behaviour: Behaviour, times: number): void;
  /** Removes and returns the first planned behaviour that applies to this request; the rest wait. */
  take(offers: { search: boolean; fetch: boolean }): Behaviour | undefined;
  clear(): void;
};

/** Creates the queue of behaviours that `POST /_control/next` plans for upcoming requests. */
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

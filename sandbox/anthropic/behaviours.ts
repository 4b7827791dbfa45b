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
  take(offersServerTools: boolean): Behaviour | undefined;
  clear(): void;
};

/** What `POST /_control/next` plans for the coming requests, first in, first out. */
export function createBehaviours(): Behaviours {
  const planned: Behaviour[] = [];
  return {
    plan: (behaviour, times) => {
      planned.push(...Array.from({ length: times }, () => behaviour));
    },
    take: (offersServerTools) => {
      const at = planned.findIndex((planned) => offersServerTools || !needsServerTools(planned));
      return at < 0 ? undefined : planned.splice(at, 1)[0];
    },
    clear: () => {
      planned.length = 0;
    },
  };
}

function needsServerTools({ behaviour }: Behaviour): boolean {
  return ['pause_turn', 'search_error', 'fetch_error'].includes(behaviour);
}

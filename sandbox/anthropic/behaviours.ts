import * as z from 'zod';

const behaviourSchema = z.enum(['pause_turn', 'refusal', 'max_tokens', 'search_error', 'hang']);
export type Behaviour = z.infer<typeof behaviourSchema>;

export const nextInput = z.strictObject({ behaviour: behaviourSchema, times: z.number().int().positive().default(1) });

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
      const at = planned.findIndex((behaviour) => offersServerTools || !needsServerTools(behaviour));
      return at < 0 ? undefined : planned.splice(at, 1)[0];
    },
    clear: () => {
      planned.length = 0;
    },
  };
}

function needsServerTools(behaviour: Behaviour): boolean {
  return behaviour === 'pause_turn' || behaviour === 'search_error';
}

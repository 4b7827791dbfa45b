import {
  addUsage,
  type ModelBudget,
  ModelOutputError,
  type ModelUsage,
  NO_USAGE,
  type ResearchModel,
} from './provider.ts';

export type ResearchBudget = ModelBudget & {
  /** Returns the usage of all attempts at this research. */
  spent: () => ModelUsage;
  /** Returns the remaining share of the cap, from 0 to 1. */
  left: () => number;
};

/**
 * Creates a budget that caps what the model and its searches may cost for one briefing. Every answer counts, used or
 * not. Once the cap is reached, no further request is sent, so it is exceeded only by requests already running,
 * whose length and tool use the adapter limits.
 *
 * @param before The usage of earlier attempts.
 */
export function createBudget(capUsd: number, before: ModelUsage = NO_USAGE): ResearchBudget {
  let spent = before;
  return {
    check: () => {
      if (spent.usd >= capUsd) throw new ModelOutputError('cost_cap_reached');
    },
    spend: (usage) => {
      spent = addUsage(spent, usage);
    },
    spent: () => spent,
    left: () => Math.max(0, 1 - spent.usd / capUsd),
  };
}

/** Wraps a model so that each request draws on the budget. */
export function withBudget(model: ResearchModel, budget: ModelBudget): ResearchModel {
  return {
    gather: (request, signal) => model.gather({ ...request, budget }, signal),
    answer: (request, signal) => model.answer({ ...request, budget }, signal),
  };
}

/** Wraps a model and tracks the usage of its answers. */
export function withUsage(model: ResearchModel): { model: ResearchModel; usage: () => ModelUsage } {
  let taken = NO_USAGE;
  const counted = <A extends { usage: ModelUsage }>(answer: A): A => {
    taken = addUsage(taken, answer.usage);
    return answer;
  };
  return {
    model: {
      gather: async (request, signal) => counted(await model.gather(request, signal)),
      answer: async (request, signal) => counted(await model.answer(request, signal)),
    },
    usage: () => taken,
  };
}

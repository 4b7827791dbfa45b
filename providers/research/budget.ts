import {
  addUsage,
  type ModelBudget,
  ModelOutputError,
  type ModelUsage,
  NO_USAGE,
  type ResearchModel,
} from './provider.ts';

export type ResearchBudget = ModelBudget & {
  /** By all attempts of the research together. */
  spent: () => ModelUsage;
  /** The share of the cap that is left, from 0 to 1. */
  left: () => number;
};

/**
 * What one briefing may cost of model and search, counted with every answer, used or not. No request is sent once the cap is reached, so what it can be
 * passed by is one answer, which the adapter's own limits on tools and length bound.
 *
 * @param before What earlier attempts of the same research took.
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

/** The same model, each of whose requests draws on the budget. */
export function withBudget(model: ResearchModel, budget: ModelBudget): ResearchModel {
  return {
    gather: (request, signal) => model.gather({ ...request, budget }, signal),
    answer: (request, signal) => model.answer({ ...request, budget }, signal),
  };
}

/** The same model, and what its answers have taken so far. */
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

import { costUsd, type ModelPrices } from '#domain/research-cost.ts';
import { type ModelBudget, ModelOutputError, type ResearchModel } from '#providers/research/provider.ts';

export type CostCap = { prices: ModelPrices; capUsd: number };

export type ResearchBudget = ModelBudget & { spentUsd: () => number };

/**
 * What one briefing may cost of model and search, counted with every answer, used or not. No request is sent once the cap is reached, so what it can be
 * passed by is one answer, which the adapter's own limits on tools and length bound.
 *
 * @param spentUsd What earlier attempts of the same research took.
 */
export function createBudget({ prices, capUsd }: CostCap, spentUsd = 0): ResearchBudget {
  let spent = spentUsd;
  return {
    check: () => {
      if (spent >= capUsd) throw new ModelOutputError('cost_cap_reached');
    },
    spend: (usage) => {
      spent += costUsd(usage, prices);
    },
    spentUsd: () => spent,
  };
}

/** The same model, each of whose requests draws on the budget. */
export function withBudget(model: ResearchModel, budget: ModelBudget): ResearchModel {
  return {
    gather: (request, signal) => model.gather({ ...request, budget }, signal),
    synthesise: (request, signal) => model.synthesise({ ...request, budget }, signal),
  };
}

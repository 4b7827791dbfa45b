import { costUsd, type ModelPrices } from '#domain/research-cost.ts';
import {
  type ModelBudget,
  ModelOutputError,
  type ModelUsage,
  type ResearchModel,
} from '#providers/research/provider.ts';

export type CostCap = { prices: ModelPrices; capUsd: number };

/** What the attempts of one research took together. */
export type Spent = ModelUsage & { usd: number };

export type ResearchBudget = ModelBudget & { spent: () => Spent };

export const NOTHING_SPENT: Spent = { inputTokens: 0, outputTokens: 0, searches: 0, usd: 0 };

/**
 * What one briefing may cost of model and search, counted with every answer, used or not. No request is sent once the cap is reached, so what it can be
 * passed by is one answer, which the adapter's own limits on tools and length bound.
 *
 * @param before What earlier attempts of the same research took.
 */
export function createBudget({ prices, capUsd }: CostCap, before: Spent = NOTHING_SPENT): ResearchBudget {
  let spent = before;
  return {
    check: () => {
      if (spent.usd >= capUsd) throw new ModelOutputError('cost_cap_reached');
    },
    spend: (usage) => {
      spent = {
        inputTokens: spent.inputTokens + usage.inputTokens,
        outputTokens: spent.outputTokens + usage.outputTokens,
        searches: spent.searches + usage.searches,
        usd: spent.usd + costUsd(usage, prices),
      };
    },
    spent: () => spent,
  };
}

/** The same model, each of whose requests draws on the budget. */
export function withBudget(model: ResearchModel, budget: ModelBudget): ResearchModel {
  return {
    gather: (request, signal) => model.gather({ ...request, budget }, signal),
    synthesise: (request, signal) => model.synthesise({ ...request, budget }, signal),
  };
}

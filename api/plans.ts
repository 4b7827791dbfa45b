import type { OfferedPlan, Payments } from '#providers/payments/provider.ts';
import type { Logger } from '#telemetry/logger.ts';

/** Prices rarely change. */
const FRESH_MS = 5 * 60_000;

export type PlanList = {
  /** @throws VendorError if the provider fails and no plans have been read before */
  read: () => Promise<readonly OfferedPlan[]>;
};

/**
 * Caches the plans on sale for five minutes. While the provider is down, the last known plans stay valid. Concurrent
 * callers share a read.
 */
export function createPlanList(payments: Pick<Payments, 'listPlans'>, logger: Logger): PlanList {
  let known: { plans: readonly OfferedPlan[]; readAt: number } | null = null;
  let reading: Promise<readonly OfferedPlan[]> | null = null;

  async function ask(): Promise<readonly OfferedPlan[]> {
    try {
      const plans = await payments.listPlans();
      known = { plans, readAt: Date.now() };
      return plans;
    } catch (error) {
      if (!known) throw error;
      logger.warn({ err: error }, 'failed to refresh the plans; keeping the last ones');
      known.readAt = Date.now() - FRESH_MS + 10_000;
      return known.plans;
    } finally {
      reading = null;
    }
  }

  return {
    read: async () => {
      if (known && Date.now() - known.readAt < FRESH_MS) return known.plans;
      reading ??= ask();
      return await reading;
    },
  };
}

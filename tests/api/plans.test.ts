import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlanList } from '#api/plans.ts';
import { VendorUnavailableError } from '#providers/errors.ts';
import type { OfferedPlan } from '#providers/payments/provider.ts';
import { createLogger } from '#telemetry/logger.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const plan: OfferedPlan = {
  priceId: 'price_1',
  productId: 'prod_1',
  productName: 'Research',
  description: null,
  amountCents: 1000,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  planType: 'paid',
  features: [],
  meetingLimit: null,
  researchLimit: null,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('concurrent reads share one request, cached for five minutes', async () => {
  const listPlans = vi.fn<() => Promise<OfferedPlan[]>>().mockResolvedValue([plan]);
  const plans = createPlanList({ listPlans }, logger);
  await Promise.all([plans.read(), plans.read()]);
  expect(await plans.read()).toEqual([plan]);
  expect(listPlans).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5 * 60_000);
  await plans.read();
  expect(listPlans).toHaveBeenCalledTimes(2);
});

test('during an outage, a read returns the last response, or fails if there is none', async () => {
  const listPlans = vi.fn<() => Promise<OfferedPlan[]>>().mockRejectedValue(new VendorUnavailableError());
  const plans = createPlanList({ listPlans }, logger);
  await expect(plans.read()).rejects.toThrow(VendorUnavailableError);
  listPlans.mockResolvedValueOnce([plan]);
  expect(await plans.read()).toEqual([plan]);
  vi.advanceTimersByTime(10 * 60_000);
  expect(await plans.read()).toEqual([plan]);
});

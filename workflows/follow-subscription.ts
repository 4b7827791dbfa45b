import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { SubscriptionActivities } from '#workers/activities/subscription.ts';
import type { SubscriptionState } from '#workers/billing/follow-customer.ts';
import { describeSubscription } from './follow-subscription-details.ts';
import {
  QUEUES,
  refreshNowUpdate,
  type SubscriptionInput,
  subscriptionChangedSignal,
  subscriptionStatusQuery,
} from './names.ts';

const RETRY_MS = 5 * 60_000;
/** A run continues as new after this many readings, to keep its history readable. */
const READINGS_PER_RUN = 300;

type Run = {
  /** Whether a report has arrived that no reading has covered yet. */
  isAsked: boolean;
  isReading: boolean;
  readings: number;
  /** Result of the last successful reading. */
  seen: SubscriptionState | null;
  /** Error code of the last reading; null if it succeeded. */
  failure: string | null;
};

const { readSubscription } = proxyActivities<SubscriptionActivities>({
  taskQueue: QUEUES.billing,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumAttempts: 10 },
});

/**
 * Keeps our copy of a subscription in sync with the provider, and its user informed, until the subscription ends. The
 * provider's reports (webhooks) only show that something happened, so one reading covers any number in any order.
 */
export async function followSubscription({ userId }: SubscriptionInput): Promise<void> {
  const run: Run = { isAsked: true, isReading: false, readings: 0, seen: null, failure: null };

  const ask = () => {
    run.isAsked = true;
  };
  setHandler(subscriptionChangedSignal, ask, { description: 'Something changed at the provider; read it.' });
  setHandler(
    subscriptionStatusQuery,
    () => ({
      state: stateName(),
      subscription: run.seen?.subscription ?? null,
      nextLookAt: run.seen?.lookAgainAt ?? null,
    }),
    { description: 'State of the subscription.' },
  );
  setHandler(
    refreshNowUpdate,
    async () => {
      // The reading in progress may have missed the latest change.
      const awaited = run.readings + (run.isReading ? 2 : 1);
      ask();
      await condition(() => run.readings >= awaited);
      if (run.failure !== null)
        throw ApplicationFailure.nonRetryable('Could not read from the payment provider.', run.failure);
    },
    { description: 'Read the provider now and wait until the copy is written.' },
  );

  for (;;) {
    if (run.isAsked) await read();
    // A report that arrived during the reading may be about the next subscription.
    if (run.isAsked) continue;
    if (run.seen?.isOver && run.failure === null) {
      await condition(() => run.isAsked || allHandlersFinished());
      if (run.isAsked) continue;
      return;
    }
    if ((workflowInfo().continueAsNewSuggested || run.readings >= READINGS_PER_RUN) && allHandlersFinished()) {
      await continueAsNew<typeof followSubscription>({ userId });
    }
    if (!(await condition(() => run.isAsked, waitMs()))) run.isAsked = true;
  }

  async function read(): Promise<void> {
    run.isAsked = false;
    run.isReading = true;
    try {
      run.seen = await readSubscription.executeWithOptions(
        { summary: 'Read the payment provider', priority: { priorityKey: 2, fairnessKey: userId } },
        [{ userId }],
      );
      run.failure = null;
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      run.failure = (error.cause instanceof ApplicationFailure && error.cause.type) || 'timed_out';
    }
    run.isReading = false;
    run.readings += 1;
    setCurrentDetails(describeSubscription(run.seen, run.failure));
  }

  function waitMs(): number {
    if (run.failure !== null || !run.seen?.lookAgainAt) return RETRY_MS;
    return Math.max(1000, Date.parse(run.seen.lookAgainAt) - Date.now());
  }

  function stateName() {
    if (run.isReading) return 'reading' as const;
    if (run.failure !== null) return 'failing' as const;
    return run.seen?.isOver ? ('ended' as const) : ('waiting' as const);
  }
}

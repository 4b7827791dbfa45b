import type { SubscriptionState } from '#workers/billing/follow-customer.ts';

/** The current details that the Temporal Web UI shows of a subscription, in Markdown: state, what is awaited, what to do. */
export function describeSubscription(seen: SubscriptionState | null, failure: string | null): string {
  return [
    failure === null ? headline(seen) : FAILING,
    '',
    ...(failure === null ? [] : [`- the last reading failed: \`${failure}\``]),
    ...(seen ? facts(seen) : []),
  ].join('\n');
}

const FAILING =
  '**The payment provider could not be read.** Tried again every five minutes and with its next report; the update `refreshNow` tries at once. Access stays as it was last read.';

function headline(seen: SubscriptionState | null): string {
  if (!seen) return '**Reading** the payment provider.';
  if (seen.isOver) return '**Ended.** Nothing is followed any more; a new subscription starts a new run.';
  return '**Following.** Waits for the next report of the payment provider. To read it now, send the update `refreshNow`.';
}

function facts(seen: SubscriptionState): string[] {
  const { subscription, trialEndsAt, currentPeriodEnd, cancelAtPeriodEnd, lookAgainAt } = seen;
  return [
    `- subscription: \`${subscription ?? 'none'}\`${cancelAtPeriodEnd ? ', ends with its period' : ''}`,
    ...(trialEndsAt ? [`- trial until: ${trialEndsAt}`] : []),
    ...(currentPeriodEnd ? [`- period until: ${currentPeriodEnd}`] : []),
    ...(lookAgainAt ? [`- looks again by itself: ${lookAgainAt}`] : []),
  ];
}

import type { SubscriptionState } from '#workers/billing/follow-customer.ts';

/** Returns Markdown for the Temporal Web UI: the subscription's state, what it is waiting for, and what to do. */
export function describeSubscription(seen: SubscriptionState | null, failure: string | null): string {
  return [
    failure === null ? headline(seen) : FAILING,
    '',
    ...(failure === null ? [] : [`- the last reading failed: \`${failure}\``]),
    ...(seen ? facts(seen) : []),
  ].join('\n');
}

const FAILING =
  '**Could not read from the payment provider.** Retried every five minutes and on its next report; the update `refreshNow` retries at once. Access stays as last read.';

function headline(seen: SubscriptionState | null): string {
  if (!seen) return '**Reading** the payment provider.';
  if (seen.isOver) return '**Ended.** A new subscription starts a new run.';
  return '**Following.** Waiting for the payment provider’s next report. To read now, send the update `refreshNow`.';
}

function facts(seen: SubscriptionState): string[] {
  const { subscription, trialEndsAt, currentPeriodEnd, cancelAtPeriodEnd, lookAgainAt } = seen;
  return [
    `- subscription: \`${subscription ?? 'none'}\`${cancelAtPeriodEnd ? ', ends with its period' : ''}`,
    ...(trialEndsAt ? [`- trial until: ${trialEndsAt}`] : []),
    ...(currentPeriodEnd ? [`- period until: ${currentPeriodEnd}`] : []),
    ...(lookAgainAt ? [`- next reading: ${lookAgainAt}`] : []),
  ];
}

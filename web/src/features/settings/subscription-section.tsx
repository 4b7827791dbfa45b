import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Subscription } from '#contract/subscriptions.ts';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { plansQuery } from '#web/api/plans.ts';
import { usageQuery } from '#web/api/subscriptions.ts';
import { PlanPicker } from '#web/features/billing/plan-picker.tsx';
import { useBillingPortal } from '#web/features/billing/use-billing-portal.ts';
import { useCheckout } from '#web/features/billing/use-checkout.ts';
import { FailedLine, QueryPanel } from '#web/features/errors/query-panel.tsx';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { resetText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { type BillingKind, billingBadges, billingKind, billingText, otherPlans } from './billing-state.ts';
import { SubscriptionActions } from './subscription-actions.tsx';

const LOAD_FAILURE = 'Failed to load subscription information';

export function SubscriptionSection() {
  const subscription = useQuery(subscriptionQuery);
  const { error } = subscription;
  const reportFailure = useReportFailure();
  // The route guard has already loaded the subscription, which stays on screen. The toast reports a failed refetch.
  useEffect(() => {
    if (error) reportFailure(error, LOAD_FAILURE);
  }, [error, reportFailure]);
  return (
    <QueryPanel
      query={subscription}
      failure={LOAD_FAILURE}
      skeleton={
        <Card>
          <Bone className="m-5 h-[200px]" />
        </Card>
      }
    >
      {(data) => (
        <Card>
          <Billing subscription={data} />
        </Card>
      )}
    </QueryPanel>
  );
}

function Billing({ subscription }: { subscription: Subscription | null }) {
  const timeZone = useTimeZone();
  const kind = billingKind(subscription);
  const badge = billingBadges[kind];
  return (
    <div className="divide-y divide-line">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 p-5">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-2.5">
            <h3 className="text-md font-medium">{planName(subscription)}</h3>
            <Badge tone={badge.tone}>{badge.text}</Badge>
          </div>
          <p className="mt-1 text-pretty text-ink2">{billingText(subscription, timeZone)}</p>
        </div>
        {subscription && kind !== 'beta' && <SubscriptionActions subscription={subscription} kind={kind} />}
      </div>
      <UsageMeters />
      <Plans kind={kind} currentPlan={subscription?.plan} />
    </div>
  );
}

/** The plans if there is no subscription or it has ended, other plans if it is active or a trial, otherwise nothing. */
function Plans({ kind, currentPlan }: { kind: BillingKind; currentPlan: string | undefined }) {
  if (kind === 'none' || kind === 'ended') return <NewPlan />;
  return kind === 'trial' || kind === 'active' ? <OtherPlans currentPlan={currentPlan} /> : null;
}

function NewPlan() {
  const checkout = useCheckout({
    success: (startTrial) => `/app/settings?${startTrial ? 'trialStarted' : 'success'}=true`,
    cancel: (startTrial) => `/app/settings?${startTrial ? 'trialCanceled' : 'canceled'}=true`,
    failure: () => 'Failed to create checkout session',
  });
  return (
    <div className="p-5">
      <h3 className="mb-3 font-medium">Choose a plan</h3>
      <PlanPicker checkout={checkout} />
    </div>
  );
}

/** A new checkout would start a second subscription, so plan changes go through the billing portal. */
function OtherPlans({ currentPlan }: { currentPlan: string | undefined }) {
  const plans = useQuery(plansQuery);
  const portal = useBillingPortal('Failed to start upgrade process');
  const choice = otherPlans(plans.data ?? [], currentPlan);
  if (choice === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-medium">{choice.title}</h3>
        <p className="mt-1 text-pretty text-ink2">
          {choice.offer} Switch in the billing portal, which shows the price before you confirm. It changes your current
          subscription instead of starting a second one.
        </p>
      </div>
      <Button busy={portal.isPending} onClick={() => portal.mutate()}>
        {choice.action}
        <span className="sr-only">, opens in a new tab</span>
      </Button>
    </div>
  );
}

function planName(subscription: Subscription | null): string {
  if (!subscription) return 'No plan';
  return subscription.plan === 'whitelisted' ? 'Beta Access' : subscription.plan;
}

/** The plan's usage in the current period. */
function UsageMeters() {
  const usage = useQuery(usageQuery);
  const timeZone = useTimeZone();
  const nowMs = useNow();
  if (usage.isError && !usage.data) {
    return <FailedLine text="We couldn’t load your usage." query={usage} className="p-5" />;
  }
  return (
    <div className="p-5">
      <QueryPanel query={usage} failure="" skeleton={<Bone className="h-[86px]" />}>
        {({ currentPeriodEnd, ...amounts }) => (
          <>
            <div className="mb-3 flex items-baseline justify-between gap-4">
              <h3 className="font-medium">Usage this period</h3>
              <p className="text-sm text-ink3">Resets {resetText(currentPeriodEnd, timeZone, nowMs)}</p>
            </div>
            <div className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
              <Meter label="Research" used={amounts.researchUsed} limit={amounts.researchLimit} />
              <Meter label="Meetings" used={amounts.meetingsUsed} limit={amounts.meetingLimit} />
              <Meter label="Emails" used={amounts.emailsUsed} limit={amounts.emailLimit} />
            </div>
          </>
        )}
      </QueryPanel>
    </div>
  );
}

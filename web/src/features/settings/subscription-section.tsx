import { useQuery } from '@tanstack/react-query';
import type { Subscription, Usage } from '#api/contract/subscriptions.ts';
import { subscriptionQuery, usageQuery } from '#web/api/subscriptions.ts';
import { failureNotice } from '#web/features/errors/failure-notice.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

export function SubscriptionSection() {
  const subscription = useQuery(subscriptionQuery);
  const usage = useQuery(usageQuery);
  if (subscription.isError) {
    return (
      <FailedPanel
        title="Failed to load subscription information"
        detail={failureNotice(subscription.error, '').detail}
        busy={subscription.isFetching}
        onRetry={() => void subscription.refetch()}
      />
    );
  }
  return (
    <Card className="p-5">
      <Loading waiting={subscription.isPending || usage.isPending} skeleton={<Bone className="h-[76px]" />}>
        {() => (
          <>
            <Plan subscription={subscription.data ?? null} />
            {usage.data && <UsageLine usage={usage.data} />}
          </>
        )}
      </Loading>
    </Card>
  );
}

function Plan({ subscription }: { subscription: Subscription | null }) {
  const timeZone = useTimeZone();
  if (!subscription) return <p className="text-md">No subscription</p>;
  const { plan, isTrialing, trialDaysRemaining, cancelAtPeriodEnd, currentPeriodEnd, status } = subscription;
  if (plan === 'whitelisted') {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-md font-medium">Beta Access</p>
        <Badge tone="success">Full access</Badge>
        <p className="basis-full text-ink2">You were invited: everything is open to you and nothing is billed.</p>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-md font-medium capitalize">{plan}</p>
      <Badge tone={status === 'past_due' ? 'warning' : 'success'}>
        {isTrialing ? 'Trial' : status.replaceAll('_', ' ')}
      </Badge>
      <p className="basis-full text-ink2">
        {isTrialing && trialDaysRemaining !== null && `${trialDaysRemaining} days of the trial left. `}
        {currentPeriodEnd !== null &&
          `${cancelAtPeriodEnd ? 'Ends' : isTrialing ? 'Becomes a paid plan' : 'Renews'} on ${dateText(currentPeriodEnd, timeZone)}.`}
      </p>
    </div>
  );
}

function UsageLine({ usage }: { usage: Usage }) {
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-4">
      <Amount name="Research" used={usage.researchUsed} limit={usage.researchLimit} />
      <Amount name="Meetings" used={usage.meetingsUsed} limit={usage.meetingLimit} />
      <Amount name="Emails" used={usage.emailsUsed} limit={usage.emailLimit} />
    </dl>
  );
}

function Amount({ name, used, limit }: { name: string; used: number; limit: number }) {
  return (
    <div>
      <dt className="text-sm text-ink3">{name} this period</dt>
      <dd className="text-md font-medium tabular-nums">
        {used} of {limit}
      </dd>
    </div>
  );
}

import { useState } from 'react';
import type { Subscription } from '#contract/subscriptions.ts';
import { postReactivateSubscription } from '#web/api/subscriptions.ts';
import { useBillingPortal } from '#web/features/billing/use-billing-portal.ts';
import { Button } from '#web/ui/button.tsx';
import type { BillingKind } from './billing-state.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { useSubscriptionChange } from './use-subscription-change.ts';

type Props = { subscription: Subscription; kind: BillingKind };

/** The actions for a subscription, the most useful first. */
export function SubscriptionActions({ subscription, kind }: Props) {
  const [isAsking, setAsking] = useState(false);
  const canCancel = kind === 'trial' || kind === 'active' || kind === 'past-due';
  return (
    <div className="flex flex-wrap gap-2">
      {kind === 'ending' && <ReactivateButton />}
      <PortalButton isUrgent={kind === 'past-due'} />
      {canCancel && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          {kind === 'trial' ? 'Cancel trial' : 'Cancel subscription'}
        </Button>
      )}
      {canCancel && <CancelDialog subscription={subscription} open={isAsking} onOpenChange={setAsking} />}
    </div>
  );
}

function PortalButton({ isUrgent }: { isUrgent: boolean }) {
  const portal = useBillingPortal();
  return (
    <Button variant={isUrgent ? 'primary' : 'secondary'} busy={portal.isPending} onClick={() => portal.mutate()}>
      {isUrgent ? 'Update payment method' : 'Billing portal'}
      <span className="sr-only">, opens in a new tab</span>
    </Button>
  );
}

function ReactivateButton() {
  const reactivate = useSubscriptionChange({
    send: postReactivateSubscription,
    isDone: (subscription) => subscription?.cancelAtPeriodEnd === false,
    success: 'Your subscription continues',
    failure: 'Failed to reactivate subscription',
  });
  return (
    <Button variant="primary" busy={reactivate.isPending} onClick={() => reactivate.mutate()}>
      {reactivate.isPending ? 'Reactivating...' : 'Reactivate'}
    </Button>
  );
}

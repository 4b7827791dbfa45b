import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Subscription } from '#contract/subscriptions.ts';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { invalidate } from '#web/api/invalidate.ts';
import {
  postCancelSubscription,
  postReactivateSubscription,
  trialEligibilityQuery,
  usageQuery,
} from '#web/api/subscriptions.ts';
import { opensApp } from '#web/auth/subscription-gate.ts';
import { useBillingPortal } from '#web/features/billing/use-billing-portal.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import type { BillingKind } from './billing-state.ts';

type Props = { subscription: Subscription; kind: BillingKind };

/** The actions for a subscription, the most useful first. */
export function SubscriptionActions({ subscription, kind }: Props) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { isTrialing } = subscription;
  const cancel = useSubscriptionChange({
    send: postCancelSubscription,
    isDone: (next) => !opensApp(next) || next?.cancelAtPeriodEnd === true,
    success: isTrialing ? 'Your trial has ended' : 'Your subscription is cancelled',
    failure: 'Failed to cancel subscription',
    onDone: close,
  });
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
      {canCancel && isAsking && <CancelDialog subscription={subscription} cancel={cancel} onClose={close} />}
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

type CancelDialogProps = {
  subscription: Subscription;
  cancel: ReturnType<typeof useSubscriptionChange>;
  onClose: () => void;
};

/** Asks to confirm a cancellation. A trial ends immediately, a paid plan at the end of its period. */
function CancelDialog({ subscription, cancel, onClose }: CancelDialogProps) {
  const timeZone = useTimeZone();
  const { isTrialing, currentPeriodEnd } = subscription;
  const name = isTrialing ? 'trial' : 'subscription';
  const lastDay = currentPeriodEnd ? dateText(currentPeriodEnd, timeZone) : 'the end of the billing period';
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Cancel your ${name}?`}
      description={isTrialing ? 'A trial ends as soon as you cancel it.' : `You keep access until ${lastDay}.`}
      keep={`Keep ${name}`}
      action={cancel.isPending ? 'Cancelling...' : `Cancel ${name}`}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink2">
        {(isTrialing ? trialConsequences : paidConsequences(lastDay)).map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

const trialConsequences = [
  'You’ll lose access to your meetings and research immediately.',
  'Scheduled briefings won’t be sent.',
  'Your card won’t be charged, and you can’t start another trial.',
];

function paidConsequences(lastDay: string): string[] {
  return [
    `Briefings continue until ${lastDay}. After that you’ll lose access.`,
    'You won’t be charged again, and there is no refund for the rest of the period.',
    `You can reactivate your subscription here until ${lastDay}.`,
  ];
}

const ASK_EVERY_MS = 1000;
const MAX_ASKS = 10;

type Change = {
  send: () => Promise<unknown>;
  /** Whether the subscription reflects the change. The provider's webhook may arrive after its response. */
  isDone: (subscription: Subscription | null) => boolean;
  success: string;
  failure: string;
  onDone?: () => void;
};

/**
 * Changes the subscription and waits until the server shows the change, for 10 s at most. The route guards run again
 * afterwards, even after a failure: the change may have gone through, or been made in another tab.
 */
function useSubscriptionChange({ send, isDone, success, failure, onDone }: Change) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: async () => {
      await send();
      await waitUntil(queryClient, isDone);
    },
    onSuccess: async () => {
      onDone?.();
      notify({ tone: 'success', title: success, durationMs: 5000 });
      await refresh([usageQuery.queryKey, trialEligibilityQuery.queryKey]);
    },
    onError: async (error) => {
      reportFailure(error, failure);
      await refresh([subscriptionQuery.queryKey, usageQuery.queryKey, trialEligibilityQuery.queryKey]);
    },
  });

  async function refresh(keys: readonly QueryKey[]): Promise<void> {
    await invalidate(queryClient, keys);
    await router.invalidate();
  }
}

async function waitUntil(queryClient: QueryClient, isDone: Change['isDone']): Promise<void> {
  for (let asked = 0; asked < MAX_ASKS; asked++) {
    if (isDone(await queryClient.fetchQuery({ ...subscriptionQuery, staleTime: 0 }))) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

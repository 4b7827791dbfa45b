import type { Subscription } from '#contract/subscriptions.ts';
import { postCancelSubscription } from '#web/api/subscriptions.ts';
import { opensApp } from '#web/auth/subscription-gate.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useSubscriptionChange } from './use-subscription-change.ts';

type Props = { subscription: Subscription; open: boolean; onOpenChange: (open: boolean) => void };

/** Asks to confirm a cancellation. A trial ends at once, a paid plan at the end of its period. */
export function CancelDialog({ subscription, open, onOpenChange }: Props) {
  const timeZone = useTimeZone();
  const { isTrialing, currentPeriodEnd } = subscription;
  const name = isTrialing ? 'trial' : 'subscription';
  const cancel = useSubscriptionChange({
    send: postCancelSubscription,
    isDone: (next) => !opensApp(next) || next?.cancelAtPeriodEnd === true,
    success: isTrialing ? 'Your trial has ended' : 'Your subscription is cancelled',
    failure: 'Failed to cancel subscription',
    onDone: () => onOpenChange(false),
  });
  const lastDay = currentPeriodEnd ? dateText(currentPeriodEnd, timeZone) : 'the end of the billing period';
  return (
    <ConfirmDialog
      open={open}
      onClose={() => onOpenChange(false)}
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
    `Briefings continue until ${lastDay}. After that you lose access.`,
    'Nothing more is charged, and there is no refund for the rest of the period.',
    'Until then you can reactivate your subscription here.',
  ];
}

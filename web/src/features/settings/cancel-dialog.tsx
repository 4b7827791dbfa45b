import type { Subscription } from '#contract/subscriptions.ts';
import { postCancelSubscription } from '#web/api/subscriptions.ts';
import { opensApp } from '#web/auth/subscription-gate.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useSubscriptionChange } from './use-subscription-change.ts';

type Props = { subscription: Subscription; open: boolean; onOpenChange: (open: boolean) => void };

/** The consequence before the action: a trial ends at once, a paid plan with its period. */
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
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Cancel your ${name}?`}
      description={isTrialing ? 'A trial ends the moment it is cancelled.' : `You keep access until ${lastDay}.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep {name}</Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {cancel.isPending ? 'Cancelling...' : `Cancel ${name}`}
          </Button>
        </>
      }
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink2">
        {(isTrialing ? trialConsequences : paidConsequences(lastDay)).map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
    </Dialog>
  );
}

const trialConsequences = [
  'Access to your meetings and research closes now.',
  'Planned briefings are not sent.',
  'Your card is not charged, and there is no second trial.',
];

function paidConsequences(lastDay: string): string[] {
  return [
    `Briefings go on until ${lastDay}; after that the app closes.`,
    'Nothing more is charged, and there is no refund for the rest of the period.',
    'Until then you can reactivate it here at any time.',
  ];
}

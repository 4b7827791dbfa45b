import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { plansQuery } from '#web/api/plans.ts';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Checkout } from './use-checkout.ts';
import { useTrialOffer } from './use-trial-offer.ts';

type Props = {
  checkout: Checkout;
  /** Shown if no trial can be started. */
  otherwise: ReactNode;
};

/** Sends a user who came for the trial to checkout as soon as the plans have loaded. */
export function StartingTrial({ checkout, otherwise }: Props) {
  const plans = useQuery(plansQuery);
  const trial = useTrialOffer();
  const isStarted = useRef(false);
  const priceId = plans.isPending ? undefined : (plans.data?.[0]?.id ?? '');
  const { start } = checkout;
  useEffect(() => {
    if (isStarted.current || priceId === undefined || !trial.isEligible) return;
    isStarted.current = true;
    start({ priceId, startTrial: true });
  }, [priceId, trial.isEligible, start]);

  if (checkout.hasEnded || !(trial.isChecking || trial.isEligible)) return otherwise;
  return <Waiting title="Starting your free trial" text="Opening checkout..." />;
}

/** A page with only a spinner and text. */
export function Waiting({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title} width="settings">
      <Card className="p-5 sm:p-6">
        <output className="flex items-center gap-2.5 text-md text-ink2">
          <Spinner />
          {text}
        </output>
      </Card>
    </Page>
  );
}

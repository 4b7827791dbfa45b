import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Plan } from '#contract/subscriptions.ts';
import { ApiError } from '#web/api/api-error.ts';
import { plansQuery } from '#web/api/plans.ts';
import { descriptionText, fallbackPlan, limitTexts, periodText, priceText } from '#web/features/billing/plan-text.ts';
import { TrialLink } from '#web/features/public/trial-link.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The first plan, or the fallback plan if none can be loaded, as for visitors without a session. */
export function PlanCard() {
  const { data, error, isPending } = useQuery(plansQuery);
  useEffect(() => {
    // A 401 is expected for visitors.
    const isRefused = error instanceof ApiError && error.status === 401;
    if (error && !isRefused) reportError(error);
  }, [error]);
  return (
    <section aria-label="Plan" aria-busy={isPending} className="rounded-xl border border-line bg-surface p-6 sm:p-8">
      {isPending ? <PlanSpinner /> : <Offer plan={data?.[0] ?? fallbackPlan} />}
    </section>
  );
}

/** As tall as the offer, so that nothing below moves. */
function PlanSpinner() {
  return (
    <output className="grid min-h-[518px] place-items-center text-ink3">
      <span className="sr-only">Loading plans</span>
      <Spinner className="size-6" />
    </output>
  );
}

function Offer({ plan }: { plan: Plan }) {
  const [price, per] = [priceText(plan), periodText(plan)];
  return (
    <div className="min-h-[518px]">
      <h2 className="font-serif text-title">{plan.productName}</h2>
      <p className="mt-1 text-md text-ink2">{descriptionText(plan)}</p>
      <p className="mt-6 flex items-baseline gap-2">
        <span className="text-[40px]/[44px] font-semibold tracking-[-0.02em] tabular-nums">{price}</span>
        <span className="text-md text-ink2">{per}</span>
      </p>
      <div className="mt-6 flex flex-col gap-3">
        <TrialLink className="w-full" />
        <p className="text-sm text-pretty text-ink2">
          Free for 30 days, credit card required. Then {price} {per}, unless you cancel before the trial ends.
        </p>
      </div>
      <FeatureList>{[...limitTexts(plan), ...alwaysIncluded]}</FeatureList>
    </div>
  );
}

const alwaysIncluded = [
  'AI research for all meetings',
  'Email briefings',
  'Google and Microsoft calendar integration',
  'Company intelligence reports',
  'Smart meeting preparation',
  'Priority support',
  'Advanced analytics',
] as const;

function FeatureList({ children }: { children: readonly string[] }): ReactNode {
  return (
    <ul className="mt-6 flex flex-col gap-2.5 border-t border-line pt-6 text-md">
      {children.map((feature) => (
        <li key={feature} className="flex gap-2.5">
          <CheckIcon size={16} className="mt-[3px] shrink-0 text-success" />
          {feature}
        </li>
      ))}
    </ul>
  );
}

const features = [
  'Unlimited meetings and research requests',
  'Everything in the paid plan',
  'Custom terms and invoicing',
  'Help with getting started',
] as const;

export function EnterpriseCard() {
  return (
    <section aria-label="Enterprise" className="rounded-xl border border-line p-6 sm:p-8">
      <h2 className="font-serif text-title">Enterprise</h2>
      <p className="mt-1 text-md text-ink2">For larger teams that need their own terms</p>
      <p className="mt-6 text-[40px]/[44px] font-semibold tracking-[-0.02em]">Custom pricing</p>
      <div className="mt-6 flex flex-col gap-3">
        <Link to="/contact" className={buttonClass('secondary', 'large', 'w-full')}>
          Contact Sales
        </Link>
        <p className="text-sm text-ink2 md:min-h-9">
          Tell us about your team and its meetings. We reply within 24 hours.
        </p>
      </div>
      <FeatureList>{features}</FeatureList>
    </section>
  );
}

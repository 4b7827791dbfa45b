import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { TRIAL_DAYS } from '#contract/limits.ts';
import type { Plan } from '#contract/subscriptions.ts';
import { plansQuery } from '#web/api/plans.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { descriptionText, fallbackPlan, limitTexts, periodText, priceText } from './plan-text.ts';
import type { Checkout } from './use-checkout.ts';
import { type TrialOffer, useTrialOffer } from './use-trial-offer.ts';

/** The plans, and the button that starts a trial or a subscription. */
export function PlanPicker({ checkout }: { checkout: Checkout }) {
  const plans = useQuery(plansQuery);
  const trial = useTrialOffer();
  const offered = plans.data && plans.data.length > 0 ? plans.data : [fallbackPlan];
  const isFallback = !plans.isPending && !plans.data?.length;
  return (
    <Loading waiting={plans.isPending || trial.isChecking} skeleton={<Bone className="h-[236px]" />}>
      {() => (
        <div className="flex flex-col gap-4">
          {isFallback && (
            <Notice
              tone="warning"
              action={
                <Button size="small" busy={plans.isFetching} onClick={() => void plans.refetch()}>
                  Retry
                </Button>
              }
            >
              Unable to load current pricing. Showing default plan.
            </Notice>
          )}
          <Choice plans={offered} trial={trial} checkout={checkout} />
        </div>
      )}
    </Loading>
  );
}

type ChoiceProps = { plans: Plan[]; trial: TrialOffer; checkout: Checkout };

function Choice({ plans, trial, checkout }: ChoiceProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const errorId = useId();
  const choice = useRef<HTMLFieldSetElement>(null);
  const chosen = plans.find(({ id }) => id === chosenId);
  const startTrial = trial.isEligible;

  function submit() {
    setMissing(!chosen);
    if (!chosen) choice.current?.querySelector('input')?.focus();
    else checkout.start({ priceId: chosen.id, startTrial });
  }

  return (
    <>
      {trial.isUnknown && (
        <Notice
          tone="warning"
          action={
            <Button size="small" busy={trial.isRetrying} onClick={trial.retry}>
              Check again
            </Button>
          }
        >
          We couldn’t check whether you’re eligible for a free trial, so we can’t offer one right now.
        </Notice>
      )}
      <fieldset ref={choice} aria-describedby={isMissing ? errorId : undefined} className="flex flex-col gap-2">
        <legend className="sr-only">Plan</legend>
        {plans.map((plan) => (
          <PlanOption
            key={plan.id}
            plan={plan}
            name={planName(plan, plans)}
            isChosen={plan === chosen}
            onChoose={() => {
              setChosenId(plan.id);
              setMissing(false);
            }}
          />
        ))}
      </fieldset>
      {isMissing && (
        <p id={errorId} role="alert" className="text-sm text-danger">
          Please select a plan to continue
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" size="large" busy={checkout.isLeaving} onClick={submit}>
          {buttonText(startTrial, checkout.isLeaving)}
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-sm text-pretty text-ink2">{terms(chosen, startTrial)}</p>
      </div>
    </>
  );
}

type OptionProps = { plan: Plan; name: string; isChosen: boolean; onChoose: () => void };

function PlanOption({ plan, name, isChosen, onChoose }: OptionProps): ReactNode {
  const nameId = useId();
  return (
    <label
      className={cx(
        'flex cursor-pointer items-start gap-3 rounded-lg border p-4 transition-colors duration-120 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <input
        type="radio"
        name="plan"
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={nameId}
        className="mt-[3px] size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">
        <span id={nameId} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-md font-medium">{name}</span>
          <span className="text-ink2">
            <span className="text-md font-semibold text-ink tabular-nums">{priceText(plan)}</span> {periodText(plan)}
          </span>
        </span>
        <span className="mt-0.5 block text-ink2">{descriptionText(plan)}</span>
        <span className="mt-2 block text-sm text-ink2">{[...limitTexts(plan), ...plan.features].join(' · ')}</span>
      </span>
    </label>
  );
}

/** A plan's name, with its billing interval if another plan has the same name. */
function planName(plan: Plan, plans: readonly Plan[]): string {
  const isShared = plans.some(({ id, productName }) => id !== plan.id && productName === plan.productName);
  if (!isShared) return plan.productName;
  const { interval, intervalCount } = plan;
  const rhythm = intervalCount === 1 ? `billed every ${interval}` : `billed ${periodText({ interval, intervalCount })}`;
  return `${plan.productName}, ${rhythm}`;
}

function buttonText(startTrial: boolean, isLeaving: boolean): string {
  if (isLeaving) return 'Opening checkout...';
  return startTrial ? 'Start Free Trial' : 'Subscribe';
}

/** The terms that the button commits the user to. */
function terms(plan: Plan | undefined, startTrial: boolean): string {
  const price = plan ? `${priceText(plan)} ${periodText(plan)}` : 'the plan’s price';
  return startTrial
    ? `Free for ${TRIAL_DAYS} days, credit card required. Then ${price}, unless you cancel before the trial ends.`
    : `${price[0]?.toUpperCase()}${price.slice(1)}, charged to your card starting today. Cancel anytime and keep access until the end of the period.`;
}

import type { Plan, Subscription } from '#contract/subscriptions.ts';
import { opensApp } from '#web/auth/subscription-gate.ts';
import { endedText } from '#web/features/billing/ended-text.ts';
import { periodText, priceText } from '#web/features/billing/plan-text.ts';
import { dateText } from '#web/features/time/format-time.ts';
import type { Tone } from '#web/ui/tone.ts';

/** A subscription's state as its owner sees it, which determines wording and actions. */
export type BillingKind = 'none' | 'beta' | 'trial' | 'active' | 'past-due' | 'ending' | 'ended';

export function billingKind(subscription: Subscription | null): BillingKind {
  if (!subscription) return 'none';
  if (subscription.plan === 'whitelisted') return 'beta';
  if (!opensApp(subscription)) return 'ended';
  if (subscription.cancelAtPeriodEnd) return 'ending';
  if (subscription.isTrialing) return 'trial';
  return subscription.status === 'past_due' ? 'past-due' : 'active';
}

export const billingBadges: Record<BillingKind, { tone: Tone; text: string }> = {
  none: { tone: 'neutral', text: 'Not subscribed' },
  beta: { tone: 'success', text: 'Full access' },
  trial: { tone: 'accent', text: 'Free trial' },
  active: { tone: 'success', text: 'Active' },
  'past-due': { tone: 'danger', text: 'Past due' },
  ending: { tone: 'warning', text: 'Cancelled' },
  ended: { tone: 'neutral', text: 'Ended' },
};

/** Explains the state and what comes next. */
export function billingText(subscription: Subscription | null, timeZone: string): string {
  if (!subscription) return 'You have no subscription. Choose a plan to continue.';
  const { currentPeriodEnd, trialDaysRemaining, status } = subscription;
  const day = currentPeriodEnd === null ? 'the end of the period' : dateText(currentPeriodEnd, timeZone);
  const texts: Record<BillingKind, string> = {
    none: '',
    beta: `You have full access by invitation${currentPeriodEnd ? ` until ${day}` : ''}. Nothing is billed.`,
    trial: `${daysText(trialDaysRemaining)}It converts to a paid plan on ${day} unless you cancel first.`,
    active: `Renews on ${day}.`,
    'past-due': 'Your last payment failed. You keep access for now; please check your payment method.',
    ending: `Cancelled. You keep access until ${day} and won’t be billed again.`,
    ended: `${endedText(status)} Your meetings and research are kept.`,
  };
  return texts[billingKind(subscription)];
}

/** Returns the plans to switch to: other products, or else other billing intervals; null if there are neither. */
export function otherPlans(
  plans: readonly Plan[],
  currentPlan: string | undefined,
): { title: string; offer: string; action: string } | null {
  const others = new Set(plans.map(({ productName }) => productName).filter((name) => name !== currentPlan));
  if (others.size > 0) return { title: 'Other plans', offer: `${[...others].join(', ')}.`, action: 'Upgrade' };
  if (plans.length < 2) return null;
  const prices = plans.map((plan) => `${priceText(plan)} ${periodText(plan)}`);
  return { title: 'Change billing interval', offer: `${currentPlan}: ${prices.join(' or ')}.`, action: 'Change plan' };
}

function daysText(days: number | null): string {
  if (days === null) return '';
  return days === 1 ? '1 day left in your trial. ' : `${days} days left in your trial. `;
}

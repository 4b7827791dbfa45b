import type { Subscription } from '#contract/subscriptions.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { endedText } from '#web/features/billing/ended-text.ts';
import { PlanPicker } from '#web/features/billing/plan-picker.tsx';
import { useBillingPortal } from '#web/features/billing/use-billing-portal.ts';
import type { Checkout } from '#web/features/billing/use-checkout.ts';
import { settings } from '#web/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

type Props = {
  /** Undefined while loading. */
  subscription: Subscription | null | undefined;
  failure: Error | null;
  isChecking: boolean;
  /** Whether the user is back from a checkout that the payment provider has not confirmed yet. */
  isUnconfirmed: boolean;
  checkout: Checkout;
  onRetry: () => void;
};

/**
 * Shown to users without access. Explains why, and offers plans, the billing portal for an unpaid bill, or a retry if
 * the subscription could not be checked.
 */
export function SubscriptionRequired({ subscription, failure, isChecking, isUnconfirmed, checkout, onRetry }: Props) {
  return (
    <Page title="Subscription required" width="settings">
      {failure ? (
        <FailedCheck failure={failure} isChecking={isChecking} onRetry={onRetry} />
      ) : (
        <Loading waiting={subscription === undefined} skeleton={<Bone className="h-[360px]" />}>
          {() => (
            <div className="flex flex-col gap-4">
              {isUnconfirmed && (
                <Notice
                  tone="warning"
                  action={
                    <Button size="small" busy={isChecking} onClick={onRetry}>
                      Retry
                    </Button>
                  }
                >
                  The payment provider has not confirmed your checkout yet. If you completed it, don’t pay again;
                  confirmation can take a minute.
                </Notice>
              )}
              <Card className="p-5 sm:p-6">
                <p className="text-lg font-medium text-ink">{reason(subscription ?? null)}</p>
                <p className="mt-1 mb-5 max-w-[60ch] text-md text-pretty text-ink2">{wayIn(subscription ?? null)}</p>
                {subscription && needsPortal(subscription) ? <PayBill /> : <PlanPicker checkout={checkout} />}
              </Card>
              <EnterpriseCard />
              <p className="text-sm text-ink2">
                Invited as a beta tester, or just paid?{' '}
                <Button size="small" variant="ghost" busy={isChecking} onClick={onRetry}>
                  {isChecking ? 'Checking...' : 'Check again'}
                </Button>
              </p>
            </div>
          )}
        </Loading>
      )}
    </Page>
  );
}

/** Does not offer plans: there may already be a subscription. */
function FailedCheck({ failure, isChecking, onRetry }: { failure: Error; isChecking: boolean; onRetry: () => void }) {
  return (
    <Card className="p-5 sm:p-6">
      <div role="alert">
        <p className="text-lg font-medium text-ink">We couldn’t check your subscription.</p>
        <p className="mt-1 max-w-[60ch] text-md text-pretty text-ink2">
          {failureText(failure)} Your subscription may still be active.
        </p>
      </div>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="primary" busy={isChecking} onClick={onRetry}>
          {isChecking ? 'Checking...' : 'Retry'}
        </Button>
        {settings.supportEmail !== '' && (
          <a href={`mailto:${settings.supportEmail}`} className={buttonClass('secondary')}>
            Contact support
          </a>
        )}
      </div>
    </Card>
  );
}

function PayBill() {
  const portal = useBillingPortal();
  return (
    <Button variant="primary" size="large" busy={portal.isPending} onClick={() => portal.mutate()}>
      Open billing portal
    </Button>
  );
}

function EnterpriseCard() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-5 sm:p-6">
      <div>
        <h2 className="text-md font-medium">Enterprise</h2>
        <p className="text-ink2">Custom pricing, unlimited meetings and research, for teams.</p>
      </div>
      <a href={`mailto:${settings.salesEmail}?subject=Foreword%20Enterprise`} className={buttonClass('secondary')}>
        Contact Sales
      </a>
    </Card>
  );
}

/** Returns true if the subscription still exists and must be paid or resumed. A second one would be charged as well. */
function needsPortal({ status }: Subscription): boolean {
  return status === 'unpaid' || status === 'paused';
}

function reason(subscription: Subscription | null): string {
  if (!subscription) return 'This account has no subscription yet.';
  return endedText(subscription.status);
}

function wayIn(subscription: Subscription | null): string {
  if (!subscription) return 'You need a free trial or a subscription to use Foreword. Choose a plan to continue.';
  if (needsPortal(subscription))
    return 'Pay your bill or resume your subscription in the billing portal to pick up where you left off.';
  return 'Your calendars, meetings and research are kept. Choose a plan to pick up where you left off.';
}

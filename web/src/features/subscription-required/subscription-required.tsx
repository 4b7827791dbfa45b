import type { Subscription } from '#api/contract/subscriptions.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { settings } from '#web/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';

type Props = { subscription: Subscription | null; failure: Error | null; isChecking: boolean; onRetry: () => void };

/** Where the gate sends a user: says truthfully whether the subscription is missing, ended or could not be checked. */
export function SubscriptionRequired({ subscription, failure, isChecking, onRetry }: Props) {
  return (
    <Page title="Subscription required" width="settings">
      <Card className="p-5 sm:p-6">
        <p className="text-lg font-medium text-ink">{reason(subscription, failure)}</p>
        <p className="mt-2 max-w-[60ch] text-md text-ink2">
          {failure
            ? failureText(failure)
            : 'Foreword opens with a trial, a paid subscription or beta access. Whoever invited you may still be setting yours up: then try again in a moment.'}
        </p>
        <div className="mt-5 flex flex-wrap gap-2">
          <Button variant="primary" busy={isChecking} onClick={onRetry}>
            {isChecking ? 'Checking...' : 'Retry'}
          </Button>
          {settings.supportEmail !== '' && (
            <a href={`mailto:${settings.supportEmail}`} className={buttonClass('secondary')}>
              Write to support
            </a>
          )}
        </div>
      </Card>
      {settings.salesEmail !== '' && (
        <Card className="mt-4 p-5 sm:p-6">
          <h2 className="text-lg font-medium">Enterprise</h2>
          <p className="mt-1 text-md text-ink2">For teams: custom pricing and limits.</p>
          <a
            href={`mailto:${settings.salesEmail}?subject=Foreword%20Enterprise`}
            className={buttonClass('secondary', 'default', 'mt-4')}
          >
            Contact Sales
          </a>
        </Card>
      )}
    </Page>
  );
}

function reason(subscription: Subscription | null, failure: Error | null): string {
  if (failure) return 'Your subscription could not be checked.';
  if (!subscription) return 'This account has no subscription yet.';
  return `Your subscription is ${subscription.status.replaceAll('_', ' ')}.`;
}

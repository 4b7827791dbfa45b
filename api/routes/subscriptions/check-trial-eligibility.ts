import { mayTry } from '#api/commands/start-checkout.ts';
import { route } from '#api/route.ts';
import { checkTrialEligibility } from '#contract/subscriptions.ts';

/** A failed check is an error response, which the app treats as "unknown" and then offers no trial. */
export const checkTrialEligibilityRoute = route(checkTrialEligibility, async ({ context, caller }) => ({
  eligible: await mayTry(context, caller),
}));

import { Router } from 'express';
import { mayTry } from '#api/commands/start-checkout.ts';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { checkTrialEligibility } from '#contract/subscriptions.ts';

/** A failed check is an error response, which the app treats as "unknown" and then offers no trial. */
export function checkTrialEligibilityRoute(context: ApiContext): Router {
  return Router().get(checkTrialEligibility.path, requireUser(context), async (request, response) => {
    answer(response, checkTrialEligibility, { eligible: await mayTry(context, currentUser(request)) });
  });
}

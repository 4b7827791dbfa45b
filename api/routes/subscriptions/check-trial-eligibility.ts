import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { checkTrialEligibility } from '#api/contract/subscriptions.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { isTrialEligible } from '#domain/trial.ts';

export function checkTrialEligibilityRoute(context: ApiContext): Router {
  return Router().get(checkTrialEligibility.path, requireUser(context), (request, response) => {
    answer(response, checkTrialEligibility, { eligible: isTrialEligible(currentUser(request).subscription) });
  });
}

import { Router } from 'express';
import { startCalendarConsent } from '#api/consent.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { readQuery } from '#api/http.ts';
import { startMicrosoft, startOauth } from '#contract/auth.ts';

/**
 * Redirects to Microsoft's consent page to connect Outlook. Signing in with Microsoft is not available yet
 * (specification section 1).
 */
export function microsoftRoute(context: ApiContext): Router {
  return Router().get(startMicrosoft.path, async (request, response) => {
    const { purpose, isPopup, returnUrl } = readQuery(startOauth, request);
    if (purpose === 'login') throw badRequest('Microsoft authentication is coming soon!');
    await startCalendarConsent(context, { request, response }, 'microsoft', { isPopup, returnUrl });
  });
}

import { startCalendarConsent } from '#api/consent.ts';
import { badRequest } from '#api/errors.ts';
import { parse } from '#api/http.ts';
import type { Route } from '#api/route.ts';
import { startMicrosoft } from '#contract/auth.ts';

/**
 * Redirects to Microsoft's consent page to connect Outlook. Signing in with Microsoft is not available yet
 * (specification section 1).
 */
export const microsoftRoute: Route = (router, context) => {
  router.get(startMicrosoft.path, async (request, response) => {
    const { purpose, isPopup, returnUrl } = parse(startMicrosoft.query, request.query);
    if (purpose === 'login') throw badRequest('Microsoft authentication is coming soon!');
    await startCalendarConsent(context, { request, response }, 'microsoft', { isPopup, returnUrl });
  });
};

import { redirectToConsent, startCalendarConsent } from '#api/consent.ts';
import { parse } from '#api/http.ts';
import { redeemTicket } from '#api/oauth-flows.ts';
import type { Route } from '#api/route.ts';
import { startGoogle } from '#contract/auth.ts';

/**
 * Redirects to Google's consent page. Signing in requires the ticket from POST /auth/sign-in/social; connecting a
 * calendar requires a user with access. Anyone else is redirected to sign in.
 */
export const googleRoute: Route = (router, context) => {
  router.get(startGoogle.path, async (request, response) => {
    const { purpose, isPopup, returnUrl, ticket } = parse(startGoogle.query, request.query);
    if (purpose === 'calendar_connect') {
      return await startCalendarConsent(context, { request, response }, 'google', { isPopup, returnUrl });
    }
    const redeemed = ticket === undefined ? null : await redeemTicket(context.redis, request.sessionID, ticket);
    if (!redeemed) return response.redirect('/login');
    await redirectToConsent(context, { request, response }, context.google, { purpose, ...redeemed });
  });
};

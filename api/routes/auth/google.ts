import { type Request, type Response, Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { startOauth } from '#api/contract/auth.ts';
import { readQuery } from '#api/http.ts';
import { beginFlow, type PendingFlow, redeemTicket } from '#api/oauth-flows.ts';
import { checkReturnUrl } from '#api/return-url.ts';
import { loadAccess } from '#api/sessions.ts';
import { decideAccess } from '#domain/access.ts';

const provider = 'google';

/**
 * Sends the browser to Google's consent page. Signing in needs the ticket of POST /auth/sign-in/social, connecting a calendar needs a user; whoever
 * has neither is sent to sign in.
 */
export function googleRoute(context: ApiContext): Router {
  return Router().get('/auth/google', async (request, response) => {
    const { purpose, isPopup, returnUrl, ticket } = readQuery(startOauth, request);
    if (purpose === 'calendar_connect') {
      const path = checkReturnUrl(context, 'returnUrl', returnUrl ?? '/app/integrations');
      if (!(await mayConnect(context, request))) return response.redirect('/login');
      return await redirectToConsent(context, request, response, {
        purpose,
        isPopup,
        returnUrl: path,
        timezone: null,
      });
    }
    const redeemed = ticket === undefined ? null : await redeemTicket(context.redis, request.sessionID, ticket);
    if (!redeemed) return response.redirect('/login');
    await redirectToConsent(context, request, response, { purpose, ...redeemed });
  });
}

async function mayConnect(context: ApiContext, request: Request): Promise<boolean> {
  const access = await loadAccess(context, request);
  return access !== null && decideAccess(access, new Date()).allowed;
}

async function redirectToConsent(
  { redis, google, config }: ApiContext,
  request: Request,
  response: Response,
  flow: Pick<PendingFlow, 'purpose' | 'isPopup' | 'returnUrl' | 'timezone'>,
): Promise<void> {
  const begun = await beginFlow(redis, request.sessionID, { ...flow, provider });
  // A login comes back to the server, a connection to the page that began it (specification section 4).
  const callback = flow.purpose === 'login' ? '/api/auth/callback/google' : '/auth/callback';
  response.redirect(google.authorizationUrl({ redirectUri: `${config.publicUrl}${callback}`, ...begun }));
}

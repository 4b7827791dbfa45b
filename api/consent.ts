import type { Request, Response } from 'express';
import { decideAccess } from '#domain/access.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import type { ApiContext } from './context.ts';
import { beginFlow, encodeState, type PendingFlow } from './oauth-flows.ts';
import { checkReturnUrl } from './return-url.ts';
import { loadAccess } from './sessions.ts';

/**
 * Redirects to a provider's consent page to connect a calendar, or to the sign-in page if not allowed. If the
 * provider is not configured, redirects with an error to the page the consent page would have returned to, so that a
 * popup informs its opener.
 */
export async function startCalendarConsent(
  context: ApiContext,
  { request, response }: { request: Request; response: Response },
  provider: CalendarProvider['provider'],
  query: { isPopup: boolean; returnUrl?: string | undefined },
): Promise<void> {
  const returnUrl = checkReturnUrl(context, 'returnUrl', query.returnUrl ?? '/app/integrations');
  const access = await loadAccess(context, request);
  if (access === null || !decideAccess(access, new Date()).allowed) return response.redirect('/login');
  const calendar = context[provider];
  const flow = {
    purpose: 'calendar_connect',
    isPopup: query.isPopup,
    returnUrl,
    timezone: null,
    locale: null,
  } as const;
  if (calendar) return await redirectToConsent(context, { request, response }, calendar, flow);
  const failure = new URLSearchParams({
    error: 'temporarily_unavailable',
    error_description: NOT_SET_UP,
    state: encodeState({ purpose: flow.purpose, provider, isPopup: flow.isPopup, returnUrl, nonce: '' }),
  });
  response.redirect(`/auth/callback?${failure.toString()}`);
}

export const NOT_SET_UP = 'Outlook calendars cannot be connected here: this installation is not set up for Microsoft.';

/**
 * Records the flow and redirects. A sign-in returns to the API, a connection to the app's /auth/callback (specification
 * section 4).
 */
export async function redirectToConsent(
  { redis, config }: ApiContext,
  { request, response }: { request: Request; response: Response },
  calendar: CalendarProvider,
  flow: Pick<PendingFlow, 'purpose' | 'isPopup' | 'returnUrl' | 'timezone' | 'locale'>,
): Promise<void> {
  const { provider } = calendar;
  const begun = await beginFlow(redis, request.sessionID, { ...flow, provider });
  const callback = flow.purpose === 'login' ? `/api/auth/callback/${provider}` : '/auth/callback';
  response.redirect(calendar.authorizationUrl({ redirectUri: `${config.publicUrl}${callback}`, ...begun }));
}

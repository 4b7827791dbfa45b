import { NOT_SET_UP } from '#api/consent.ts';
import type { Route } from '#api/route.ts';
import { startMicrosoftAdminConsent } from '#contract/auth.ts';

/**
 * Redirects an organization's administrator to Microsoft's page for allowing this app for everyone in it. They don't
 * need an account here: users forward them this address.
 */
export const microsoftAdminConsentRoute: Route = (router, { microsoft, config }) => {
  router.get(startMicrosoftAdminConsent.path, (_, response) => {
    const callback = `${config.publicUrl}/auth/callback`;
    const consent = microsoft?.adminConsentUrl?.(callback);
    if (consent !== undefined) return response.redirect(consent);
    const failure = new URLSearchParams({ error: 'temporarily_unavailable', error_description: NOT_SET_UP });
    response.redirect(`${callback}?${failure.toString()}`);
  });
};

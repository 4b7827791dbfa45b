import { badRequest, notFound } from '#api/errors.ts';
import { checkBotToken } from '#api/middleware/bot-check.ts';
import { issueTicket } from '#api/oauth-flows.ts';
import { checkReturnUrl } from '#api/return-url.ts';
import { route } from '#api/route.ts';
import { signInSocial } from '#contract/auth.ts';
import { knownTimeZone } from '#domain/known-time-zone.ts';
import { knownLocale } from '#domain/locale.ts';

export const signInSocialRoute = route(signInSocial, async ({ context, request, body }) => {
  const { provider, callbackURL = '/app', isPopup = false, timezone, locale } = body;
  if (provider === 'microsoft') throw badRequest('Microsoft authentication is coming soon!');
  if (provider !== 'google') throw notFound();
  const returnUrl = checkReturnUrl(context, 'callbackURL', callbackURL);
  await checkBotToken(context, request, ['login', 'register']);

  // The ticket is bound to this browser, so it needs a session before sign-in.
  if (!request.session.userId) request.session.hasPendingFlow = true;
  const ticket = await issueTicket(context.redis, {
    sessionKey: request.sessionID,
    returnUrl,
    isPopup,
    timezone: knownTimeZone(timezone),
    locale: knownLocale(locale),
  });
  const query = new URLSearchParams({ purpose: 'login', isPopup: String(isPopup), ticket });
  return { url: `${context.config.publicUrl}/api/auth/google?${query.toString()}`, redirect: true as const };
});

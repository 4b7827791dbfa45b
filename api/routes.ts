import { type RequestHandler, Router } from 'express';
import type { ApiContext } from './context.ts';
import { checkToken } from './middleware/access-token.ts';
import { createRateLimit } from './middleware/rate-limit.ts';
import { requireAdmin } from './middleware/require-admin.ts';
import type { Route } from './route.ts';
import { auditLogRoute } from './routes/admin/audit-log.ts';
import { feedbackFiguresRoute } from './routes/admin/feedback.ts';
import { objectionIdRoute } from './routes/admin/objections/id.ts';
import { objectionsRoutes } from './routes/admin/objections.ts';
import { overviewRoute } from './routes/admin/overview.ts';
import { whitelistBulkRoute } from './routes/admin/whitelist/bulk.ts';
import { whitelistEntryRoute } from './routes/admin/whitelist/id.ts';
import { whitelistRoutes } from './routes/admin/whitelist.ts';
import { googleCallbackRoute } from './routes/auth/callback/google.ts';
import { factorOptionsRoute } from './routes/auth/factor/options.ts';
import { factorRoute } from './routes/auth/factor.ts';
import { forgetPasswordRoute } from './routes/auth/forget-password.ts';
import { googleRoute } from './routes/auth/google.ts';
import { microsoftAdminConsentRoute } from './routes/auth/microsoft/admin-consent.ts';
import { microsoftRoute } from './routes/auth/microsoft.ts';
import { resetPasswordRoute } from './routes/auth/reset-password.ts';
import { revokeOtherSessionsRoute } from './routes/auth/revoke-other-sessions.ts';
import { revokeSessionsRoute } from './routes/auth/revoke-sessions.ts';
import { sendVerificationEmailRoute } from './routes/auth/send-verification-email.ts';
import { sessionRoutes } from './routes/auth/session.ts';
import { signInEmailRoute } from './routes/auth/sign-in/email.ts';
import { signInSocialRoute } from './routes/auth/sign-in/social.ts';
import { signOutRoute } from './routes/auth/sign-out.ts';
import { signUpEmailRoute } from './routes/auth/sign-up/email.ts';
import { stopAddressChangeRoutes } from './routes/auth/stop-address-change.ts';
import { updateUserRoute } from './routes/auth/update-user.ts';
import { verificationLinkRoute } from './routes/auth/verification-link.ts';
import { verifyRoute } from './routes/auth/verify.ts';
import { mutedMeetingRoute } from './routes/briefings/muted/id.ts';
import { mutedMeetingsRoute } from './routes/briefings/muted.ts';
import { testBriefingRoute } from './routes/briefings/test.ts';
import { briefingsRoute } from './routes/briefings.ts';
import { contactRoute } from './routes/contact.ts';
import { docsRoute } from './routes/docs.ts';
import { feedbackReasonRoutes } from './routes/feedback/reason.ts';
import { feedbackRoutes } from './routes/feedback.ts';
import { mcpRoute } from './routes/mcp.ts';
import { domainStatisticsRoute } from './routes/meetings/domain-statistics.ts';
import { meetingBriefingRoutes } from './routes/meetings/id/briefing.ts';
import { meetingNotesRoute } from './routes/meetings/id/notes.ts';
import { meetingShareRoutes } from './routes/meetings/id/share.ts';
import { meetingRoutes } from './routes/meetings/id.ts';
import { meetingsRoutes } from './routes/meetings.ts';
import { newsletterConfirmRoutes } from './routes/newsletter/confirm.ts';
import { newsletterUnsubscribeRoutes } from './routes/newsletter/unsubscribe.ts';
import { newsletterRoute } from './routes/newsletter.ts';
import { openapiRoute } from './routes/openapi.ts';
import { objectionConfirmRoutes } from './routes/privacy/objection/confirm.ts';
import { objectionRoute } from './routes/privacy/objection.ts';
import { pushKeyRoute } from './routes/push/key.ts';
import { disambiguationRoute } from './routes/research/disambiguation.ts';
import { meetingResearchRoute } from './routes/research/meetings/id.ts';
import { researchStatsRoute } from './routes/research/stats.ts';
import { triggerRoute } from './routes/research/trigger.ts';
import { userResearchRoute } from './routes/research/user.ts';
import { serviceRoute } from './routes/service.ts';
import { sharedBriefingRoute } from './routes/shared/token.ts';
import { billingPortalRoute } from './routes/subscriptions/billing-portal.ts';
import { cancelSubscriptionRoute } from './routes/subscriptions/cancel.ts';
import { checkTrialEligibilityRoute } from './routes/subscriptions/check-trial-eligibility.ts';
import { createSubscriptionRoute } from './routes/subscriptions/create.ts';
import { currentSubscriptionRoute } from './routes/subscriptions/current.ts';
import { plansRoute } from './routes/subscriptions/plans.ts';
import { reactivateSubscriptionRoute } from './routes/subscriptions/reactivate.ts';
import { refreshSubscriptionRoute } from './routes/subscriptions/refresh.ts';
import { usageRoute } from './routes/subscriptions/usage.ts';
import { unsubscribeRoutes } from './routes/unsubscribe.ts';
import { accountRoutes } from './routes/users/account.ts';
import { briefingPreferencesRoutes } from './routes/users/briefing-preferences.ts';
import { calendarRoute } from './routes/users/calendar/calendars/id.ts';
import { calendarsRoute } from './routes/users/calendar/calendars.ts';
import { connectRoute } from './routes/users/calendar/connect.ts';
import { disconnectRoute } from './routes/users/calendar/disconnect.ts';
import { integrationsRoute } from './routes/users/calendar/integrations.ts';
import { syncRoute } from './routes/users/calendar/sync.ts';
import { syncNowRoute } from './routes/users/calendar/sync-now.ts';
import { channelTestRoute } from './routes/users/channels/kind/test.ts';
import { channelRoutes } from './routes/users/channels/kind.ts';
import { channelsRoute } from './routes/users/channels.ts';
import { blacklistDomainRoute } from './routes/users/domain-blacklist/domain.ts';
import { domainBlacklistRoutes } from './routes/users/domain-blacklist.ts';
import { exportRoute } from './routes/users/export.ts';
import { passkeyRoute } from './routes/users/factors/passkeys/id.ts';
import { passkeyOptionsRoute } from './routes/users/factors/passkeys/options.ts';
import { verifyPasskeyRoute } from './routes/users/factors/passkeys/verify.ts';
import { recoveryCodesRoute } from './routes/users/factors/recovery-codes.ts';
import { confirmTotpRoute } from './routes/users/factors/totp/confirm.ts';
import { totpRoutes } from './routes/users/factors/totp.ts';
import { factorsRoute } from './routes/users/factors.ts';
import { suggestOfferingRoute } from './routes/users/offering/suggest.ts';
import { profileRoutes } from './routes/users/profile.ts';
import { pushSubscriptionsRoutes } from './routes/users/push-subscriptions.ts';
import { sessionIdRoute } from './routes/users/sessions/id.ts';
import { sessionsRoute } from './routes/users/sessions.ts';
import { syncCalendarIntegrationsRoute } from './routes/users/sync-calendar-integrations.ts';
import { tokenRoute } from './routes/users/tokens/id.ts';
import { tokensRoutes } from './routes/users/tokens.ts';
import { webhookDeliveriesRoute } from './routes/users/webhooks/id/deliveries.ts';
import { webhookTestRoute } from './routes/users/webhooks/id/test.ts';
import { webhookRoute } from './routes/users/webhooks/id.ts';
import { webhooksRoutes } from './routes/users/webhooks.ts';
import { loadAccess } from './sessions.ts';

type Routes = readonly (Route | readonly Route[])[];

const SIGN_IN: Routes = [
  signInEmailRoute,
  signInSocialRoute,
  factorRoute,
  signUpEmailRoute,
  forgetPasswordRoute,
  sendVerificationEmailRoute,
];

/** Express tries routes in order, so those that screens call most come first. */
const ROUTES: Routes = [
  meetingsRoutes,
  domainStatisticsRoute,
  meetingRoutes,
  meetingBriefingRoutes,
  meetingNotesRoute,
  meetingShareRoutes,
  sessionRoutes,
  signOutRoute,
  verifyRoute,
  verificationLinkRoute,
  stopAddressChangeRoutes,
  resetPasswordRoute,
  updateUserRoute,
  revokeSessionsRoute,
  revokeOtherSessionsRoute,
  googleRoute,
  microsoftRoute,
  microsoftAdminConsentRoute,
  googleCallbackRoute,
  profileRoutes,
  accountRoutes,
  exportRoute,
  domainBlacklistRoutes,
  blacklistDomainRoute,
  briefingPreferencesRoutes,
  integrationsRoute,
  calendarsRoute,
  calendarRoute,
  connectRoute,
  disconnectRoute,
  syncRoute,
  syncNowRoute,
  syncCalendarIntegrationsRoute,
  sessionsRoute,
  sessionIdRoute,
  tokensRoutes,
  tokenRoute,
  channelsRoute,
  channelRoutes,
  channelTestRoute,
  webhooksRoutes,
  webhookRoute,
  webhookTestRoute,
  webhookDeliveriesRoute,
  pushKeyRoute,
  pushSubscriptionsRoutes,
  factorOptionsRoute,
  factorsRoute,
  totpRoutes,
  confirmTotpRoute,
  recoveryCodesRoute,
  passkeyOptionsRoute,
  verifyPasskeyRoute,
  passkeyRoute,
  briefingsRoute,
  mutedMeetingsRoute,
  mutedMeetingRoute,
  testBriefingRoute,
  suggestOfferingRoute,
  sharedBriefingRoute,
  feedbackRoutes,
  feedbackReasonRoutes,
  triggerRoute,
  meetingResearchRoute,
  userResearchRoute,
  researchStatsRoute,
  disambiguationRoute,
  currentSubscriptionRoute,
  refreshSubscriptionRoute,
  usageRoute,
  plansRoute,
  checkTrialEligibilityRoute,
  createSubscriptionRoute,
  billingPortalRoute,
  cancelSubscriptionRoute,
  reactivateSubscriptionRoute,
  serviceRoute,
  mcpRoute,
  openapiRoute,
  docsRoute,
  contactRoute,
  newsletterRoute,
  newsletterConfirmRoutes,
  newsletterUnsubscribeRoutes,
  unsubscribeRoutes,
  objectionRoute,
  objectionConfirmRoutes,
  feedbackFiguresRoute,
  overviewRoute,
  auditLogRoute,
  whitelistRoutes,
  whitelistBulkRoute,
  whitelistEntryRoute,
  objectionsRoutes,
  objectionIdRoute,
];

/**
 * Creates the router for all calls below /api except webhooks. Each path has a file of the same name; an alias is in
 * the file of the path it stands for.
 */
export function createRoutes(context: ApiContext): Router {
  const router = Router();
  const addAll = (routes: Routes) => {
    for (const add of routes.flat()) add(router, context);
  };

  // Sign-ins and account emails that anyone can trigger have strict limits by IP address.
  const signInLimit = limitBy(context, 'sign-in', 'signIn');
  router.post('/auth/sign-in/email', signInLimit);
  router.post('/auth/sign-in/social', signInLimit);
  router.post('/auth/factor', limitBy(context, 'factor', 'signIn'));
  router.post('/auth/sign-up/email', limitBy(context, 'sign-up', 'signIn'));
  router.post('/auth/forget-password', limitBy(context, 'forget-password', 'mail'));
  router.post('/auth/send-verification-email', limitBy(context, 'send-verification-email', 'mail'));
  addAll(SIGN_IN);

  router.use(readCaller(context));
  router.use(createRateLimit(context.redis, { name: 'general', limit: context.config.limits.general, by: 'user' }));
  router.use(checkToken);
  // Closes everything below /admin to non-admins, even paths that do not exist.
  router.use('/admin', requireAdmin(context));
  addAll(ROUTES);
  return router;
}

/** Reads the caller, whose limit the request counts towards; the guards need the same row. */
function readCaller(context: ApiContext): RequestHandler {
  return async (request, _response, next) => {
    await loadAccess(context, request);
    next();
  };
}

function limitBy({ redis, config }: ApiContext, name: string, setting: 'signIn' | 'mail'): RequestHandler {
  return createRateLimit(redis, { name, limit: config.limits[setting], by: 'address' });
}

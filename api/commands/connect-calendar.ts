import { NOT_SET_UP } from '#api/consent.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest, unauthorized, vendorRefused } from '#api/errors.ts';
import { decodeState, findOnlyConnectFlow, type PendingFlow, takeFlow } from '#api/oauth-flows.ts';
import { isOutage } from '#api/outage.ts';
import { lockOpenSession } from '#api/sessions.ts';
import type { Provider } from '#contract/http.ts';
import { endCalendar } from '#db/end-calendar.ts';
import {
  disableCalendars,
  type IntegrationRow,
  lockIntegration,
  touchFutureMeetings,
  upsertConnectedIntegration,
} from '#db/queries/calendar-integrations.ts';
import { getMeetingOwner } from '#db/queries/manual-meetings.ts';
import { insertMeetingMessages, insertOutboxMessages } from '#db/queries/outbox.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { reclassifyMeetings } from '#db/reclassify-meetings.ts';
import type { Transaction } from '#db/sql.ts';
import { foldCase } from '#domain/fold-case.ts';
import { CALENDAR_SCOPES, type CalendarGrant, type CalendarProvider } from '#providers/calendar/provider.ts';
import { CodeRejectedError, VendorError } from '#providers/errors.ts';
import { releaseGrant } from './release-grant.ts';

const PROVIDER_NAMES = { google: 'Google', microsoft: 'Microsoft' } as const satisfies Record<Provider, string>;

export type ConnectRequest = {
  userId: string;
  /** The session making the request. */
  sessionId: string;
  /** The browser session that started the flow. */
  sessionKey: string;
  provider: Provider;
  authCode: string;
  state: string | undefined;
};

/**
 * Exchanges a consent page's code and connects the calendar, disconnecting the account it replaces. Requests the sync
 * in the same transaction, so that it cannot get lost.
 *
 * @throws 400 if the provider is not configured, the flow belongs to another session or has expired, or the code or
 *   its scopes are not valid; 401 if the account has been closed or the session has ended; 502 if the provider rejects
 *   this installation
 */
export async function connectCalendar(context: ApiContext, request: ConnectRequest): Promise<IntegrationRow> {
  const { userId, provider } = request;
  const calendar = context[provider];
  if (!calendar) throw badRequest(NOT_SET_UP);
  const flow = await takePendingFlow(context, request);
  const grant = await exchangeCode(context, calendar, flow, request.authCode);
  const { refreshToken } = grant;
  if (refreshToken === null || !grant.scopes.includes(CALENDAR_SCOPES[provider])) {
    throw badRequest('Calendar permission was not granted. Please connect again and allow access to your calendar.');
  }
  const { integration, released } = await context.pool.transaction(async (transaction) => {
    if (!(await lockPlanning(transaction, userId))) throw unauthorized();
    await lockOpenSession(transaction, request);
    const former = await endFormerConnection(transaction, request, grant);
    const accountEmail = foldCase(grant.account.email);
    const { ownAddresses } = await getMeetingOwner(transaction, userId);
    const connected = await upsertConnectedIntegration(transaction, {
      userId,
      provider,
      accountSubject: grant.account.subject,
      accountEmail,
      refreshToken: context.encryption.encrypt(refreshToken, `${userId}:${provider}`),
      scopes: grant.scopes,
    });
    // The account's address no longer counts as a guest in any of the user's calendars. Also requests a sync.
    if (!ownAddresses.includes(accountEmail)) await reclassifyMeetings(transaction, userId);
    else await insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal: 'sync' }]);
    return { integration: connected, released: former };
  });
  await releaseGrant(context, request, released);
  return integration;
}

async function takePendingFlow({ redis }: ApiContext, request: ConnectRequest): Promise<PendingFlow> {
  const { sessionKey, provider } = request;
  const nonce =
    request.state === undefined
      ? await findOnlyConnectFlow(redis, sessionKey, provider)
      : (decodeState(request.state)?.nonce ?? null);
  const flow = nonce === null ? null : await takeFlow(redis, sessionKey, nonce);
  if (!flow || flow.purpose !== 'calendar_connect' || flow.provider !== provider) {
    throw badRequest('This connection was started elsewhere, already used, or has expired. Please connect again.');
  }
  return flow;
}

async function exchangeCode(
  { config }: ApiContext,
  calendar: CalendarProvider,
  flow: PendingFlow,
  code: string,
): Promise<CalendarGrant> {
  try {
    return await calendar.exchangeCode({
      code,
      redirectUri: `${config.publicUrl}/auth/callback`,
      codeVerifier: flow.codeVerifier,
      nonce: flow.oidcNonce,
    });
  } catch (error) {
    if (error instanceof CodeRejectedError) {
      throw badRequest('This sign-in has expired. Please connect again.', { cause: error });
    }
    if (isOutage(error) || !(error instanceof VendorError)) throw error;
    if (error.code === 'mailbox_missing') throw badRequest('This Microsoft account has no calendar.', { cause: error });
    const name = PROVIDER_NAMES[calendar.provider];
    throw vendorRefused(
      error,
      `${name} rejected this installation’s request. Please try again later or contact support.`,
    );
  }
}

/**
 * Prepares for the new connection: reconnecting the same account resumes its upcoming meetings; connecting another
 * disconnects the previous one, whose calendars are no longer synced.
 *
 * @returns the replaced account's grant and channels, which must still be ended at the provider; null if there are none
 */
async function endFormerConnection(
  transaction: Transaction,
  { userId, provider }: ConnectRequest,
  { account }: CalendarGrant,
) {
  const former = await lockIntegration(transaction, { userId, provider });
  if (!former) return null;
  if (former.accountSubject !== account.subject) {
    await disableCalendars(transaction, former.id);
    return await endCalendar(transaction, userId, former);
  }
  if (former.status === 'connected') return null;
  const meetings = await touchFutureMeetings(transaction, former.id);
  await insertMeetingMessages(transaction, userId, meetings);
  return null;
}

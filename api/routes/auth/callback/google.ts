import type { Request, Response } from 'express';
import { addressSubject, audit, auditOwn } from '#api/audit.ts';
import { type SignInRefusal, signInWithGrant } from '#api/commands/sign-in-with-grant.ts';
import type { ApiContext } from '#api/context.ts';
import { parse } from '#api/http.ts';
import { decodeState, type PendingFlow, takeFlow } from '#api/oauth-flows.ts';
import { isOutage } from '#api/outage.ts';
import type { Route } from '#api/route.ts';
import { type SignInOutcome, signIn } from '#api/sign-in.ts';
import { returnFromGoogle } from '#contract/auth.ts';
import type { CalendarGrant } from '#providers/calendar/provider.ts';
import { CodeRejectedError, VendorError } from '#providers/errors.ts';

const provider = 'google';

type Failure = { error: string; description: string };

const EXPIRED: Failure = {
  error: 'invalid_state',
  description: 'This sign-in has expired or was already used. Please try again.',
};
const REJECTED: Failure = {
  error: 'server_error',
  description: 'Google rejected this installation’s request. Please try again later or contact support.',
};
const DENIALS: ReadonlyMap<string, string> = new Map([
  ['access_denied', 'You did not allow access to your Google account, so you are not signed in.'],
  [
    'admin_policy_enforced',
    'Your organization’s administrator does not allow Foreword. Ask them to allow it, then try again.',
  ],
]);
const REFUSALS: Record<SignInRefusal, string> = {
  account_disabled: 'This account is closed or locked.',
  address_unverified: 'Your Google address is not verified. Verify it with Google, then try again.',
  account_unverified:
    'Someone signed up with this address but never verified it. Reset the password to make the account yours, then sign in.',
  address_not_hosted:
    'An account with this address exists, and Google cannot confirm that the address is yours. Sign in with your password, or reset it.',
};

/**
 * Handles Google's redirect after a sign-in. Always redirects to a page. After a failure, that page shows the error and,
 * in a popup, passes it to the window that opened it.
 */
export const googleCallbackRoute: Route = (router, context) => {
  router.get(returnFromGoogle.path, async (request, response) => {
    const { code, state = '', error, error_description: description } = parse(returnFromGoogle.query, request.query);
    const nonce = decodeState(state)?.nonce;
    const flow = nonce === undefined ? null : await takeFlow(context.redis, request.sessionID, nonce);
    if (!flow || flow.purpose !== 'login' || flow.provider !== provider) return showFailure(response, EXPIRED, '');
    if (error !== undefined || code === undefined) {
      const text = DENIALS.get(error ?? '') ?? description ?? 'Authentication failed';
      return showFailure(response, { error: error ?? 'invalid_request', description: text }, state);
    }
    const outcome = await signInAtGoogle(context, request, flow, code);
    if (typeof outcome === 'object' && 'error' in outcome) return showFailure(response, outcome, state);
    if (outcome !== 'signed-in') {
      const factor = outcome.methods.join(',');
      return response.redirect(`/auth/callback?${new URLSearchParams({ state, factor }).toString()}`);
    }
    response.redirect(flow.isPopup ? `/auth/callback?${new URLSearchParams({ state }).toString()}` : flow.returnUrl);
  });
};

async function signInAtGoogle(
  context: ApiContext,
  request: Request,
  flow: PendingFlow,
  code: string,
): Promise<Failure | Exclude<SignInOutcome, 'ended'>> {
  const grant = await exchange(context, flow, code);
  if ('error' in grant) return grant;
  const outcome = await signInWithGrant(context, provider, grant, flow);
  if ('refusal' in outcome) {
    const subject = addressSubject(context, grant.account.email);
    await audit(context.pool, request, {
      actorUserId: null,
      action: 'sign-in.refused',
      subject,
      details: { reason: outcome.refusal },
    });
    return { error: outcome.refusal, description: REFUSALS[outcome.refusal] };
  }
  const { id } = outcome.user;
  if (outcome.isJoined) {
    await auditOwn(context.pool, request, { userId: id, action: 'provider.joined' });
  }
  const signedIn = await signIn(context, request, outcome.user, { action: 'sign-in.google' });
  return signedIn === 'ended' ? EXPIRED : signedIn;
}

async function exchange(
  { google, config, logger }: ApiContext,
  flow: PendingFlow,
  code: string,
): Promise<CalendarGrant | Failure> {
  try {
    return await google.exchangeCode({
      code,
      redirectUri: `${config.publicUrl}/api/auth/callback/google`,
      codeVerifier: flow.codeVerifier,
      nonce: flow.oidcNonce,
    });
  } catch (error) {
    if (error instanceof CodeRejectedError) return EXPIRED;
    if (isOutage(error))
      return { error: 'unavailable', description: 'Google is not responding right now. Please try again.' };
    if (!(error instanceof VendorError)) throw error;
    logger.warn({ err: error }, 'failed to exchange the code of a sign-in');
    return REJECTED;
  }
}

function showFailure(response: Response, { error, description }: Failure, state: string): void {
  const query = new URLSearchParams({ error, error_description: description, ...(state === '' ? {} : { state }) });
  response.redirect(`/auth/callback?${query.toString()}`);
}

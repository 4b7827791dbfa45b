import type { Request } from 'express';
import { auditOwn } from '#api/audit.ts';
import { checkFactor } from '#api/commands/check-factor.ts';
import type { ApiContext } from '#api/context.ts';
import { signInAgain } from '#api/errors.ts';
import { rememberBrowser } from '#api/known-browser.ts';
import { route } from '#api/route.ts';
import { loadSession, startSession } from '#api/sessions.ts';
import { type PendingSignIn, pendingSignIn } from '#api/sign-in.ts';
import { viewSessionUser } from '#api/views.ts';
import type { SessionUser } from '#contract/auth.ts';
import { giveFactor } from '#contract/factors.ts';
import type { BodyOf } from '#contract/http.ts';
import { markFactorGiven } from '#db/queries/sessions.ts';
import { findUser } from '#db/queries/users.ts';

/** Finishes a sign-in that awaits its second factor, or confirms the factor again in an open session. */
export const factorRoute = route(giveFactor, async ({ context, request, body: given }) => {
  const pending = pendingSignIn(request);
  const user = pending
    ? await finishSignIn(context, request, pending, given)
    : await confirmSession(context, request, given);
  return { user, redirect: pending?.redirect ?? false };
});

type Given = BodyOf<typeof giveFactor>;

async function finishSignIn(
  context: ApiContext,
  request: Request,
  { userId, accessVersion, action }: PendingSignIn,
  given: Given,
): Promise<SessionUser> {
  const user = await findUser(context.pool, userId);
  // If access has changed since the first factor was checked, do not use up a code.
  if (!user || user.disabledAt || user.accessVersion !== accessVersion) throw signInAgain();
  await checkFactor(context, request, user, given);
  if (!(await startSession(context, request, user, { isFactorGiven: true }))) throw signInAgain();
  await auditOwn(context.pool, request, { userId, action });
  return viewSessionUser({ ...user, emailVerified: user.emailVerifiedAt !== null });
}

async function confirmSession(context: ApiContext, request: Request, given: Given): Promise<SessionUser> {
  const access = await loadSession(context, request);
  if (!access) throw signInAgain();
  const user = { ...access, id: access.userId };
  await checkFactor(context, request, user, given);
  await markFactorGiven(context.pool, access.sessionId);
  if (request.res) rememberBrowser(context, request.res, access, { isFactorGiven: true });
  return viewSessionUser(user);
}

import type { Request } from 'express';
import { countPasswordTry } from '#api/account-cap.ts';
import { addressSubject, audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { emailNotVerified, forbidden, unauthorized } from '#api/errors.ts';
import { checkBotToken } from '#api/middleware/bot-check.ts';
import { verifyPassword } from '#api/passwords.ts';
import { checkReturnUrl } from '#api/return-url.ts';
import { route } from '#api/route.ts';
import { signIn } from '#api/sign-in.ts';
import { viewSessionUser } from '#api/views.ts';
import { signInEmail } from '#contract/auth.ts';
import { findCredentials } from '#db/queries/users.ts';

/** Sent by the admin form; adds checks and grants nothing. */
const ADMIN_HEADER = 'x-admin-login';

export const signInEmailRoute = route(signInEmail, async ({ context, request, body }) => {
  const { email, password, callbackURL } = body;
  if (callbackURL !== undefined) checkReturnUrl(context, 'callbackURL', callbackURL);
  const isAdminForm = request.get(ADMIN_HEADER) !== undefined;
  if (isAdminForm) await checkBotToken(context, request, ['admin']);

  const user = await findCredentials(context.pool, email);
  const subject = user ? userSubject(user.id) : addressSubject(context, email);
  const account = user && { ...user, userId: user.id };
  const attempt = await countPasswordTry(context, request, { account, email });
  if ('refusal' in attempt) {
    await recordRefusal(context, request, subject, 'too_many_tries');
    throw attempt.refusal;
  }
  const isRight = await verifyPassword(password, user?.passwordHash ?? null).catch(async (error: unknown) => {
    await attempt.undo(); // too many others are waiting
    throw error;
  });
  if (!user || !isRight || user.disabledAt) {
    await recordRefusal(context, request, subject, isRight ? 'account_disabled' : 'password');
    throw unauthorized('Invalid email or password.');
  }
  await attempt.undo();
  if (!user.emailVerifiedAt) {
    await recordRefusal(context, request, subject, 'address_unverified');
    throw emailNotVerified();
  }
  if (isAdminForm && user.role === 'user') {
    await recordRefusal(context, request, subject, 'not_admin');
    throw forbidden('Access denied: Email not authorized for admin access');
  }

  const action = isAdminForm ? 'sign-in.admin' : 'sign-in.password';
  const redirect = callbackURL !== undefined;
  const outcome = await signIn(context, request, user, { action, redirect });
  if (outcome === 'ended') {
    await recordRefusal(context, request, subject, 'password_changed');
    throw unauthorized('Invalid email or password.');
  }
  if (outcome !== 'signed-in') {
    return { factorRequired: true as const, methods: outcome.methods };
  }
  return { user: viewSessionUser({ ...user, emailVerified: true }), redirect };
});

async function recordRefusal({ pool }: ApiContext, request: Request, subject: string, reason: string): Promise<void> {
  await audit(pool, request, { actorUserId: null, action: 'sign-in.refused', subject, details: { reason } });
}

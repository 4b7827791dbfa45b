import type { Request } from 'express';
import { countSignInTry } from '#api/account-cap.ts';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { passwordRequired } from '#api/errors.ts';
import { verifyPassword } from '#api/passwords.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { findCredentials } from '#db/queries/users.ts';

const FRESH_MS = 15 * 60_000;

/**
 * For changes that would hand the account over: a session may be stolen, so it takes a sign-in within 15 minutes or the password.
 *
 * @throws 403 without either, 429 after too many wrong passwords
 */
export async function requireOwner(
  context: ApiContext,
  request: Request,
  { userId, email, sessionCreatedAt }: AccessRow,
  currentPassword: string | undefined,
): Promise<void> {
  if (Date.now() - sessionCreatedAt.getTime() <= FRESH_MS) return;
  const passwordHash = (await findCredentials(context.pool, email))?.passwordHash ?? null;
  if (passwordHash === null) throw passwordRequired('Please sign in again before you change your email address.');
  if (currentPassword === undefined) {
    throw passwordRequired('Please enter your current password to change your email address.');
  }
  const attempt = await countSignInTry(context.redis, context.config.limits.account, email);
  if ('refusal' in attempt) throw attempt.refusal;
  if (!(await verifyPassword(currentPassword, passwordHash))) {
    const entry = { actorUserId: userId, action: 'email.change_refused', subject: userSubject(userId) };
    await audit(context.pool, request, { ...entry, details: { reason: 'password' } });
    throw passwordRequired('This is not your current password.');
  }
  await attempt.undo();
}

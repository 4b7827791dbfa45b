import { clearTries } from '#api/account-cap.ts';
import { auditOwn } from '#api/audit.ts';
import { queueNotice } from '#api/commands/queue-account-mail.ts';
import { refuseGuessablePassword } from '#api/common-passwords.ts';
import { deviceNameOf } from '#api/device-name.ts';
import { badRequest } from '#api/errors.ts';
import { rememberLinkBrowser } from '#api/known-browser.ts';
import { hashPassword } from '#api/passwords.ts';
import { route } from '#api/route.ts';
import { resetPassword } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';
import { findOpenAuthToken, useAuthToken } from '#db/queries/auth-tokens.ts';
import { rememberDevice } from '#db/queries/known-devices.ts';
import { findUser, lockUser, updateEmailVerified, updatePasswordHash } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import { displayName } from '#domain/user-name.ts';

const purpose = 'reset_password';

/**
 * Sets a new password. Since the link was emailed, it also verifies the address. The new password is then the only way
 * to sign in: anyone who had or prepared another way in is locked out. It works immediately in this browser, however
 * many wrong passwords others have tried or try afterwards.
 */
export const resetPasswordRoute = route(resetPassword, async ({ context, request, body }) => {
  const { pool } = context;
  const { token, newPassword } = body;
  const tokenHash = hashToken(token);
  // Hashing is expensive, so only valid links get that far.
  const link = await findOpenAuthToken(pool, { purpose, tokenHash });
  if (!link) throw badRequest('Invalid reset link');
  const owner = await findUser(pool, link.userId);
  if (!owner) throw badRequest('Invalid reset link');
  refuseGuessablePassword('newPassword', newPassword, { email: link.email, name: displayName(owner) });
  const passwordHash = await hashPassword(newPassword);
  const accessVersion = await pool.transaction(async (transaction) => {
    await lockUser(transaction, link.userId);
    const used = await useAuthToken(transaction, { purpose, tokenHash });
    if (!used) throw badRequest('Invalid reset link');
    const { userId, email } = used;
    const user = await updateEmailVerified(transaction, { userId, email });
    if (!user) throw badRequest('Invalid reset link');
    const version = await endWaysIn(transaction, 'password_reset', { userId });
    await updatePasswordHash(transaction, { userId, passwordHash });
    await rememberDevice(transaction, { userId, name: deviceNameOf(request) });
    await queueNotice(transaction, user, { kind: 'password-changed', occasion: link.id });
    await auditOwn(transaction, request, { userId, action: 'password.reset' });
    // Before the commit, so that the link can be used again if Redis fails.
    await clearTries(context, { userId, email });
    return version;
  });
  rememberLinkBrowser(context, request, { ...owner, userId: owner.id }, accessVersion);
  return { message: 'Your password was changed. Please sign in with the new one.' };
});

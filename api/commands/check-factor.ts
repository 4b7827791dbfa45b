import type { Request } from 'express';
import { countFactorTry } from '#api/account-cap.ts';
import { audit, auditOwn, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { factorRequired, signInAgain } from '#api/errors.ts';
import { checkPasskey } from '#api/passkeys.ts';
import { hashRecoveryCode } from '#api/recovery-codes.ts';
import { totpPeriod } from '#api/totp.ts';
import type { PasskeyAnswer } from '#contract/factors.ts';
import { countAuditEntries } from '#db/queries/audit-log.ts';
import { journalFactors, listFactorMethods } from '#db/queries/factors.ts';
import { listPasskeys, markPasskeyUsed } from '#db/queries/passkeys.ts';
import { countRecoveryCodes, takeRecoveryCode } from '#db/queries/recovery-codes.ts';
import { findTotpFactor, takeTotpPeriod, totpOwner } from '#db/queries/totp-factors.ts';
import { lockAndFindUser, type UserRow } from '#db/queries/users.ts';
import { queueFactorMail, queueFactorRefusedMail, type Recipient } from './queue-account-mail.ts';

type Owner = Recipient & Pick<UserRow, 'accessVersion'>;
/** Exactly one is set. */
type GivenFactor = { code?: string | undefined; passkey?: PasskeyAnswer | undefined };

const TOTP_CODE = /^\d{6}$/;
/** Number of wrong factors in a day that triggers an email to the owner, who may mistype a few. */
const REPORTED_REFUSALS = 5;

/**
 * Checks and uses up a second factor. Wrong ones are limited like wrong passwords.
 *
 * @throws 401 if access to the account has changed, 403 if the factor is wrong or already used, 429 after too many
 * wrong ones
 */
export async function checkFactor(
  context: ApiContext,
  request: Request,
  user: Owner,
  given: GivenFactor,
): Promise<void> {
  const account = { ...user, userId: user.id };
  const attempt = await countFactorTry(context, request, account, { isAppCode: appCodeOf(given) !== null });
  if ('refusal' in attempt) throw attempt.refusal;
  if (!(await takeFactor(context, request, user, given))) {
    await recordRefusal(context, request, user);
    const methods = await listFactorMethods(context.pool, user.id);
    const reason = given.passkey
      ? 'This passkey couldn’t be verified. Please try again.'
      : 'This code is incorrect or was already used.';
    throw factorRequired(methods, reason);
  }
  await attempt.undo();
}

/** Logs a wrong factor. After several, informs the owner: someone may have the password and be guessing. */
async function recordRefusal({ pool }: ApiContext, request: Request, user: Owner): Promise<void> {
  const entry = { action: 'factor.refused', subject: userSubject(user.id) };
  await pool.transaction(async (transaction) => {
    await audit(transaction, request, { ...entry, actorUserId: null });
    const refusals = await countAuditEntries(transaction, { ...entry, hours: 24 });
    if (refusals >= REPORTED_REFUSALS) await queueFactorRefusedMail(transaction, user);
  });
}

/** Returns an authenticator app's code without the spaces that apps display; null for other kinds of factor. */
function appCodeOf({ code = '' }: GivenFactor): string | null {
  const digits = code.replace(/\s/g, '');
  return TOTP_CODE.test(digits) ? digits : null;
}

async function takeFactor(context: ApiContext, request: Request, user: Owner, given: GivenFactor): Promise<boolean> {
  const { code = '', passkey } = given;
  if (passkey) return await takePasskey(context, { userId: user.id, sessionKey: request.sessionID }, passkey);
  const appCode = appCodeOf(given);
  if (appCode !== null) return await takeTotpCode(context, user.id, appCode);
  return await takeRecovery(context, request, user, code);
}

async function takePasskey(
  context: ApiContext,
  { userId, sessionKey }: { userId: string; sessionKey: string },
  response: PasskeyAnswer,
): Promise<boolean> {
  const passkey = (await listPasskeys(context.pool, userId)).find(({ credentialId }) => credentialId === response.id);
  if (!passkey) return false;
  const counter = await checkPasskey(context, { sessionKey, passkey, response });
  return counter !== null && (await markPasskeyUsed(context.pool, { id: passkey.id, counter }));
}

async function takeTotpCode({ pool, encryption }: ApiContext, userId: string, code: string): Promise<boolean> {
  const factor = await findTotpFactor(pool, userId);
  if (!factor?.isConfirmed) return false;
  const period = totpPeriod(encryption.decrypt(factor.secret, totpOwner(userId)), code);
  return period !== null && (await takeTotpPeriod(pool, { userId, period }));
}

async function takeRecovery({ pool }: ApiContext, request: Request, user: Owner, code: string): Promise<boolean> {
  const { id: userId } = user;
  return await pool.transaction(async (transaction) => {
    const owner = await lockAndFindUser(transaction, userId);
    // While this waited for the lock, a password reset or another change of access has ended the sign-in.
    if (owner?.accessVersion !== user.accessVersion) throw signInAgain();
    if (!(await takeRecoveryCode(transaction, { userId, codeHash: hashRecoveryCode(code) }))) return false;
    await journalFactors(transaction, userId);
    const left = await countRecoveryCodes(transaction, userId);
    await queueFactorMail(transaction, user, { change: 'recovery-code-used', left });
    await auditOwn(transaction, request, { userId, action: 'recovery-code.used', details: { left } });
    return true;
  });
}

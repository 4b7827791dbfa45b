import type { Request } from 'express';
import { countFactorTry } from '#api/account-cap.ts';
import { audit, auditOwn, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { factorRequired } from '#api/errors.ts';
import { checkPasskey } from '#api/passkeys.ts';
import { hashRecoveryCode } from '#api/recovery-codes.ts';
import { totpPeriod } from '#api/totp.ts';
import type { PasskeyAnswer } from '#contract/factors.ts';
import { journalFactors, listFactorMethods } from '#db/queries/factors.ts';
import { listPasskeys, markPasskeyUsed } from '#db/queries/passkeys.ts';
import { countRecoveryCodes, takeRecoveryCode } from '#db/queries/recovery-codes.ts';
import { findTotpFactor, takeTotpPeriod, totpOwner } from '#db/queries/totp-factors.ts';
import { lockAndFindUser, type UserRow } from '#db/queries/users.ts';
import { queueFactorMail } from './queue-account-mail.ts';

type Owner = Pick<UserRow, 'id' | 'accessVersion' | 'email' | 'firstName'>;
/** Exactly one is set. */
type GivenFactor = { code?: string | undefined; passkey?: PasskeyAnswer | undefined };

const TOTP_CODE = /^\d{6}$/;

/**
 * Checks and uses up a second factor. Wrong ones are limited like wrong passwords.
 *
 * @throws 403 if it is wrong or already used, 429 after too many wrong ones
 */
export async function checkFactor(
  context: ApiContext,
  request: Request,
  user: Owner,
  given: GivenFactor,
): Promise<void> {
  const attempt = await countFactorTry(context, request, { ...user, userId: user.id });
  if ('refusal' in attempt) throw attempt.refusal;
  if (!(await takeFactor(context, request, user, given))) {
    const entry = { actorUserId: null, action: 'factor.refused', subject: userSubject(user.id) };
    await audit(context.pool, request, entry);
    const methods = await listFactorMethods(context.pool, user.id);
    const what = given.passkey ? 'This passkey' : 'This code';
    throw factorRequired(methods, `${what} is incorrect or was already used.`);
  }
  await attempt.undo();
}

async function takeFactor(
  context: ApiContext,
  request: Request,
  user: Owner,
  { code = '', passkey }: GivenFactor,
): Promise<boolean> {
  if (passkey) return await takePasskey(context, { userId: user.id, sessionKey: request.sessionID }, passkey);
  // Authenticator apps show codes in two groups.
  const digits = code.replace(/\s/g, '');
  if (TOTP_CODE.test(digits)) return await takeTotpCode(context, user.id, digits);
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
    await lockAndFindUser(transaction, userId);
    if (!(await takeRecoveryCode(transaction, { userId, codeHash: hashRecoveryCode(code) }))) return false;
    await journalFactors(transaction, userId);
    const left = await countRecoveryCodes(transaction, userId);
    await queueFactorMail(transaction, user, { change: 'recovery-code-used', left });
    await auditOwn(transaction, request, { userId, action: 'recovery-code.used', details: { left } });
    return true;
  });
}

import type { Request } from 'express';
import { countSignInTry } from '#api/account-cap.ts';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { factorRequired } from '#api/errors.ts';
import { hashRecoveryCode } from '#api/recovery-codes.ts';
import { totpPeriod } from '#api/totp.ts';
import { listFactorMethods } from '#db/queries/factors.ts';
import { countRecoveryCodes, takeRecoveryCode } from '#db/queries/recovery-codes.ts';
import { findTotpFactor, takeTotpPeriod, totpOwner } from '#db/queries/totp-factors.ts';
import type { UserRow } from '#db/queries/users.ts';
import { queueFactorMail } from './queue-account-mail.ts';

type Owner = Pick<UserRow, 'id' | 'email' | 'firstName'>;
type GivenFactor = { code: string };

const TOTP_CODE = /^\d{6}$/;

/**
 * Uses up what was given as a second factor. A wrong one counts towards the cap of the account, as a wrong password does.
 *
 * @throws 403 when it is none of the account's or was used before, 429 after too many of those
 */
export async function checkFactor(
  context: ApiContext,
  request: Request,
  user: Owner,
  { code }: GivenFactor,
): Promise<void> {
  const attempt = await countFactorTry(context, user.id);
  // Authenticator apps show the code in two groups.
  const digits = code.replace(/\s/g, '');
  const isTaken = TOTP_CODE.test(digits)
    ? await takeTotpCode(context, user.id, digits)
    : await takeRecovery(context, request, user, code);
  if (!isTaken) {
    const entry = { actorUserId: null, action: 'factor.refused', subject: userSubject(user.id) };
    await audit(context.pool, request, entry);
    const methods = await listFactorMethods(context.pool, user.id);
    throw factorRequired(methods, 'This code is not right, or was used already.');
  }
  await attempt.undo();
}

/** @throws 429 when the account has had its tries for the window */
export async function countFactorTry({ redis, config }: ApiContext, userId: string) {
  const attempt = await countSignInTry(redis, config.limits.account, `factor:${userId}`);
  if ('refusal' in attempt) throw attempt.refusal;
  return attempt;
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
    if (!(await takeRecoveryCode(transaction, { userId, codeHash: hashRecoveryCode(code) }))) return false;
    const left = await countRecoveryCodes(transaction, userId);
    await queueFactorMail(transaction, user, { change: 'recovery-code-used', left });
    const entry = { actorUserId: userId, action: 'recovery-code.used', subject: userSubject(userId) };
    await audit(transaction, request, { ...entry, details: { left } });
    return true;
  });
}

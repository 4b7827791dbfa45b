import { UniqueIntegrityConstraintViolationError } from 'slonik';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import {
  findAuthToken,
  findSignUpPassword,
  type TokenPurpose,
  type TokenRow,
  useAuthToken,
} from '#db/queries/auth-tokens.ts';
import { liftSuppression } from '#db/queries/mail-suppressions.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findUser, type UserRow, updateEmail, updateEmailVerified } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import { wakeComingMeetings } from '#db/wake-meetings.ts';
import { initialCompanyDomain } from '#domain/company-domain.ts';
import { queueEmailChangedMail } from './queue-account-mail.ts';
import { reclassifyMeetings } from './reclassify-meetings.ts';

export type ConfirmPurpose = Extract<TokenPurpose, 'verify_email' | 'change_email'>;

/**
 * Uses a mailed link up: the address it went to is the account's and verified from now on. A link that was followed before succeeds again, because
 * mail programs and second clicks open links twice.
 *
 * @param recordIn Writes the audit entry in the transaction; not called for a repeat.
 * @throws 400 for a link that is unknown, expired, or whose address cannot be the account's any more
 */
export async function confirmEmail(
  { pool }: ApiContext,
  tokenHash: Buffer,
  recordIn: (transaction: Transaction, user: UserRow, purpose: ConfirmPurpose) => Promise<void>,
): Promise<void> {
  try {
    await pool.transaction(async (transaction) => {
      for (const purpose of ['verify_email', 'change_email'] as const) {
        const token = await useAuthToken(transaction, { purpose, tokenHash });
        if (token) return await recordIn(transaction, await applyToken(transaction, purpose, token), purpose);
        if (await wasFollowed(transaction, purpose, tokenHash)) return;
      }
      throw badRequest('Invalid verification link. It may have expired.');
    });
  } catch (error) {
    // Somebody else took the address at this very moment.
    if (error instanceof UniqueIntegrityConstraintViolationError) throw addressGone({ cause: error });
    throw error;
  }
}

async function applyToken(
  transaction: Transaction,
  purpose: ConfirmPurpose,
  { id, userId, email }: TokenRow,
): Promise<UserRow> {
  if (purpose === 'verify_email') {
    const companyDomain = initialCompanyDomain(email);
    const passwordHash = await findSignUpPassword(transaction, { userId, tokenId: id });
    const user = await updateEmailVerified(transaction, { userId, email, companyDomain, passwordHash });
    if (!user) throw badRequest('Invalid verification link. The address was changed since.');
    return user;
  }
  await lockPlanning(transaction, userId);
  const before = await findUser(transaction, userId);
  const user = await updateEmail(transaction, { userId, email });
  if (!before || !user) throw addressGone();
  if (before.email !== user.email) {
    await queueEmailChangedMail(transaction, before, id);
    await liftSuppression(transaction, before.email);
    // What was not prepared for an address that took no mail is prepared now.
    if (before.mailStopped !== null) await wakeComingMeetings(transaction, userId);
  }
  // The user's own addresses tell colleagues from guests.
  await reclassifyMeetings(transaction, userId);
  return user;
}

async function wasFollowed(transaction: Transaction, purpose: ConfirmPurpose, tokenHash: Buffer): Promise<boolean> {
  const earlier = await findAuthToken(transaction, { purpose, tokenHash });
  const user = earlier?.usedAt ? await findUser(transaction, earlier.userId) : null;
  return user !== null && user.emailVerifiedAt !== null && user.email === earlier?.email;
}

const addressGone = (options: { cause?: unknown } = {}) =>
  badRequest('Invalid verification link. The address cannot be used.', options);

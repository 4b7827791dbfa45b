import type { Request } from 'express';
import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { auditOwn } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { deviceNameOf } from '#api/device-name.ts';
import { badRequest } from '#api/errors.ts';
import type { Encryption } from '#db/encryption.ts';
import { moveAccount } from '#db/move-account.ts';
import {
  findAuthToken,
  findSignUpPassword,
  isOtherSignUpConfirmed,
  type TokenPurpose,
  type TokenRow,
  useAuthToken,
} from '#db/queries/auth-tokens.ts';
import { rememberDevice } from '#db/queries/known-devices.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findUser, hasFirstFactor, lockUser, type UserRow, updateEmailVerified } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import type { Transaction } from '#db/sql.ts';
import { queueNotice } from './queue-account-mail.ts';

type ConfirmPurpose = Extract<TokenPurpose, 'verify_email' | 'change_email'>;

const ACTIONS = { verify_email: 'email.verified', change_email: 'email.changed' } as const;

/**
 * Uses an emailed link: verifies the address it was sent to and assigns it to the account. Following it again succeeds,
 * since mail clients and double clicks open links twice.
 *
 * @param browserHash Identifies the browser that follows the link (`api/browser-mark.ts`), which decides whose
 * password counts.
 * @returns whether the account still needs a password, which its owner sets with a reset; the account before and after,
 *   or null if the link had already been followed
 * @throws 400 if the link is unknown or expired, or its address is no longer available
 */
export async function confirmEmail(
  { pool, encryption }: ApiContext,
  request: Request,
  { tokenHash, browserHash }: { tokenHash: Buffer; browserHash: Buffer | null },
): Promise<{ needsPassword: boolean; change: Change | null }> {
  try {
    return await pool.transaction(async (transaction) => {
      const link = await findAuthToken(transaction, tokenHash);
      if (!link || !isConfirmation(link.purpose)) throw badRequest('Invalid verification link. It may have expired.');
      const { userId, purpose } = link;
      // Locks the user before the link, in the same order as a reset.
      await (purpose === 'change_email' ? lockPlanning : lockUser)(transaction, userId);
      const token = await useAuthToken(transaction, { purpose, tokenHash });
      const before = await findUser(transaction, userId);
      if (token) {
        await APPLY[purpose](transaction, { ...token, browserHash, before }, encryption);
        await rememberDevice(transaction, { userId, name: deviceNameOf(request) });
        await auditOwn(transaction, request, { userId, action: ACTIONS[purpose] });
      } else if (!(await wasFollowed(transaction, tokenHash))) {
        throw badRequest('Invalid verification link. It may have expired.');
      }
      const after = await findUser(transaction, userId);
      const needsPassword = !(await hasFirstFactor(transaction, userId));
      return { needsPassword, change: token && before && after && { before, after } };
    });
  } catch (error) {
    // Another account took the address concurrently.
    if (error instanceof UniqueIntegrityConstraintViolationError) throw addressGone({ cause: error });
    throw error;
  }
}

const isConfirmation = (purpose: TokenPurpose): purpose is ConfirmPurpose =>
  purpose === 'verify_email' || purpose === 'change_email';

type Change = { before: UserRow; after: UserRow };
/** A link, the browser that follows it, and the account. */
type Followed = TokenRow & { browserHash: Buffer | null; before: UserRow | null };
type Apply = (transaction: Transaction, link: Followed, encryption: Encryption) => Promise<void>;

const APPLY: Record<ConfirmPurpose, Apply> = {
  verify_email: async (transaction, { id: tokenId, userId, email, browserHash, before }) => {
    const passwordHash = await findSignUpPassword(transaction, { userId, tokenId, browserHash });
    const user = await updateEmailVerified(transaction, { userId, email, passwordHash });
    if (!user) throw badRequest('Invalid verification link. The address has changed since.');
    const isSecond = before !== null && before.emailVerifiedAt !== null;
    if (isSecond && (await isOtherSignUpConfirmed(transaction, { userId, tokenId }))) {
      await endWaysIn(transaction, 'sign_ups_conflict', { userId });
    }
  },

  change_email: async (transaction, { id, userId, email, sessionId }, encryption) => {
    const move = { userId, email, sessionId, change: 'address_changed' } as const;
    const before = await moveAccount(transaction, encryption, move);
    if (!before) throw addressGone();
    if (before.email !== email) await queueNotice(transaction, before, { kind: 'email-changed', occasion: id });
  },
};

async function wasFollowed(transaction: Transaction, tokenHash: Buffer): Promise<boolean> {
  const earlier = await findAuthToken(transaction, tokenHash);
  const user = earlier?.usedAt ? await findUser(transaction, earlier.userId) : null;
  return user !== null && user.emailVerifiedAt !== null && user.email === earlier?.email;
}

const addressGone = (options: { cause?: unknown } = {}) =>
  badRequest('Invalid verification link. The address cannot be used.', options);

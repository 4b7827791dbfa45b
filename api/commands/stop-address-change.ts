import type { Request } from 'express';
import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { lockAccount } from '#db/lock-account.ts';
import { moveAccount } from '#db/move-account.ts';
import { findOpenAuthToken, useAuthToken } from '#db/queries/auth-tokens.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findUser, findUserByEmail } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import { queueNotice } from './queue-account-mail.ts';

const purpose = 'stop_change_email';

/**
 * Returns the address that a link to stop an address change was emailed to, and whether the account has moved away from
 * it since, was recovered there and is locked.
 *
 * @throws 400 if the link no longer works, or another account has the address
 */
export async function findAddressChange(context: ApiContext, tokenHash: Buffer) {
  const { pool } = context;
  const link = await findOpenAuthToken(pool, { purpose, tokenHash });
  const user = link && (await findUser(pool, link.userId));
  if (!user) throw deadLink();
  const isMoved = user.email !== link.email;
  const holder = isMoved ? await findUserByEmail(pool, link.email) : null;
  if (holder?.emailVerifiedAt) throw addressTaken(context);
  return {
    userId: user.id,
    email: link.email,
    isMoved,
    isContested: isMoved && link.isContested,
    isLocked: user.disabledAt !== null,
  };
}

/**
 * Stops an address change that the owner did not request, and ends all of the account's sessions, including the
 * requester's. If the account has moved, it gets its former address back; whoever moved it may also have set the
 * password and linked a provider, so these end too. If it has been recovered from its new address since, it stays there
 * and is locked: that may have been a thief, or an owner whom the requester tricked into taking over the account.
 *
 * @returns the address, and whether the account had moved, was recovered since and is locked
 * @throws 400 if the link no longer works, or another account has the address
 */
export async function undoAddressChange(
  context: ApiContext,
  request: Request,
  tokenHash: Buffer,
): Promise<{ email: string; isMoved: boolean; isContested: boolean; isLocked: boolean }> {
  const { userId, email } = await findAddressChange(context, tokenHash);
  try {
    return await context.pool.transaction(async (transaction) => {
      await lockPlanning(transaction, userId);
      const link = await useAuthToken(transaction, { purpose, tokenHash });
      const user = link && (await findUser(transaction, userId));
      if (!user) throw deadLink();
      const isMoved = user.email !== email;
      const isContested = isMoved && link.isContested;
      if (isContested) {
        await lockAccount(transaction, userId);
      } else if (isMoved) {
        const change = { userId, email, change: 'change_undone' } as const;
        if (!(await moveAccount(transaction, context.encryption, change))) throw addressTaken(context);
        await queueNotice(transaction, user, { kind: 'email-changed', occasion: link.id });
      } else {
        await endWaysIn(transaction, 'change_stopped', { userId });
      }
      const action = `email.change_${isContested ? 'contested' : isMoved ? 'undone' : 'stopped'}`;
      await audit(transaction, request, { actorUserId: null, action, subject: userSubject(userId) });
      return { email, isMoved, isContested, isLocked: isContested || user.disabledAt !== null };
    });
  } catch (error) {
    // Another account took the address concurrently.
    if (error instanceof UniqueIntegrityConstraintViolationError) throw addressTaken(context, { cause: error });
    throw error;
  }
}

const deadLink = () => badRequest('This link has expired or has already been used.');

const addressTaken = ({ config }: ApiContext, options: { cause?: unknown } = {}) =>
  badRequest(
    `Another account now uses this address, so the one that moved away can’t get it back. Please write to ${config.supportEmail} to have that one locked.`,
    options,
  );

import type { Request } from 'express';
import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import type { getAddressChange } from '#contract/auth.ts';
import type { DataOf } from '#contract/http.ts';
import { lockAccount } from '#db/lock-account.ts';
import { moveAccount } from '#db/move-account.ts';
import { findOpenAuthToken, type TokenRow, useAuthToken } from '#db/queries/auth-tokens.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findUser, findUserByEmail, type UserRow } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import { queueNotice } from './queue-account-mail.ts';

const purpose = 'stop_change_email';

/** `email`: the address the link was sent to. */
type AddressChange = DataOf<typeof getAddressChange>;

/**
 * Returns the account whose address change an emailed link would stop, and what has happened to it since.
 *
 * @throws 400 if the link no longer works, or another account has the address
 */
export async function findAddressChange(context: ApiContext, tokenHash: Buffer) {
  const { pool } = context;
  const link = await findOpenAuthToken(pool, { purpose, tokenHash });
  const user = link && (await findUser(pool, link.userId));
  if (!user) throw deadLink();
  const change = describeChange(link, user);
  const holder = change.isMoved ? await findUserByEmail(pool, link.email) : null;
  if (holder?.emailVerifiedAt) throw addressTaken(context);
  return { userId: user.id, change };
}

function describeChange(link: TokenRow, user: UserRow): AddressChange {
  const isMoved = user.email !== link.email;
  const isContested = isMoved && link.isContested;
  return { email: link.email, isMoved, isContested, isLocked: user.disabledAt !== null };
}

/**
 * Stops an address change that the owner did not request, and ends all of the account's sessions, including the
 * requester's. If the account has moved, it gets its former address back; whoever moved it may also have set the
 * password and linked a provider, so both are revoked too. If someone has since recovered it from its new address, it
 * stays there and is locked: they may be a thief, or the new address's owner, who followed a stranger's link.
 *
 * @returns what had happened to the account, and whether it is locked now
 * @throws 400 if the link no longer works, or another account has the address
 */
export async function undoAddressChange(
  context: ApiContext,
  request: Request,
  tokenHash: Buffer,
): Promise<AddressChange> {
  const { userId } = await findAddressChange(context, tokenHash);
  try {
    return await context.pool.transaction(async (transaction) => {
      await lockPlanning(transaction, userId);
      const link = await useAuthToken(transaction, { purpose, tokenHash });
      const user = link && (await findUser(transaction, userId));
      if (!user) throw deadLink();
      const change = describeChange(link, user);
      const { isMoved, isContested } = change;
      if (isContested) {
        await lockAccount(transaction, userId, 'due');
      } else if (isMoved) {
        const move = { userId, email: link.email, change: 'change_undone' } as const;
        if (!(await moveAccount(transaction, context.encryption, move))) throw addressTaken(context);
        await queueNotice(transaction, user, { kind: 'email-changed', occasion: link.id });
      } else {
        await endWaysIn(transaction, 'change_stopped', { userId });
      }
      const action = `email.change_${isContested ? 'contested' : isMoved ? 'undone' : 'stopped'}`;
      await audit(transaction, request, { actorUserId: null, action, subject: userSubject(userId) });
      return { ...change, isLocked: isContested || change.isLocked };
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
    `Another account now uses this address, so we can’t move your account back to it. Please write to ${config.supportEmail} to have your account locked.`,
    options,
  );

import { promisify } from 'node:util';
import type { Request } from 'express';
import type { FactorMethod } from '#contract/auth.ts';
import { listFactorMethods } from '#db/queries/factors.ts';
import { deleteSession } from '#db/queries/sessions.ts';
import type { UserRow } from '#db/queries/users.ts';
import { auditOwn } from './audit.ts';
import type { Recipient } from './commands/queue-account-mail.ts';
import type { ApiContext } from './context.ts';
import { startSession } from './sessions.ts';

/** Time the user has to enter the second factor. */
const PENDING_MS = 10 * 60_000;

type SignInAction = 'sign-in.password' | 'sign-in.admin' | 'sign-in.google';

/** A sign-in whose first factor was correct and whose second is pending. */
export type PendingSignIn = {
  userId: string;
  /** The user's access version when the first factor was checked. */
  accessVersion: number;
  action: SignInAction;
  redirect: boolean;
  expiresAt: number;
};

/** `ended`: access has changed since the first factor was checked. */
export type SignInOutcome = 'signed-in' | 'ended' | { methods: FactorMethod[] };

/**
 * Signs in a user whose first factor was correct. If the account has a second one, no session is created yet: the
 * sign-in waits for it in this browser.
 *
 * @param user As read when the first factor was checked.
 */
export async function signIn(
  context: ApiContext,
  request: Request,
  user: Recipient & Pick<UserRow, 'accessVersion'>,
  { action, redirect = false }: { action: SignInAction; redirect?: boolean },
): Promise<SignInOutcome> {
  const methods = await listFactorMethods(context.pool, user.id);
  if (methods.length > 0) {
    const { id: userId, accessVersion } = user;
    await waitForFactor(context, request, { userId, accessVersion, action, redirect });
    return { methods };
  }
  // Fails if a factor has been added since the check above, as that increases the access version.
  if (!(await startSession(context, request, user, { isFactorGiven: false }))) return 'ended';
  await auditOwn(context.pool, request, { userId: user.id, action });
  return 'signed-in';
}

/** Returns this browser's sign-in that awaits its second factor; null if there is none. */
export function pendingSignIn(request: Request): PendingSignIn | null {
  const { pendingSignIn: pending } = request.session;
  return pending && pending.expiresAt > Date.now() ? pending : null;
}

/**
 * Stores a sign-in that awaits its second factor. Uses a new session id, like any sign-in, against session fixation.
 */
async function waitForFactor(
  { pool }: ApiContext,
  request: Request,
  pending: Omit<PendingSignIn, 'expiresAt'>,
): Promise<void> {
  const former = request.session.sessionId;
  await promisify(request.session.regenerate.bind(request.session))();
  request.session.pendingSignIn = { ...pending, expiresAt: Date.now() + PENDING_MS };
  await promisify(request.session.save.bind(request.session))();
  if (former) await deleteSession(pool, former);
}

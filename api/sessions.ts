import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import { type AccessRow, findAccess } from '#db/queries/access.ts';
import type { TokenAccess } from '#db/queries/access-tokens.ts';
import { rememberDevice } from '#db/queries/known-devices.ts';
import { deleteSession, extendSession, insertSession, isSessionOpen } from '#db/queries/sessions.ts';
import { lockAndFindUser, markUserSeen, type UserRow } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import { queueNewDeviceMail, type Recipient } from './commands/queue-account-mail.ts';
import type { ApiContext } from './context.ts';
import { clearCookie } from './cookies.ts';
import { deviceNameOf, readDevice } from './device-name.ts';
import { unauthorized } from './errors.ts';
import { findKnownBrowser, rememberBrowser } from './known-browser.ts';

const EXTEND_AFTER_MS = 10 * 60_000;

/**
 * Signs a user in: inserts the session's row and uses a new session id, against session fixation.
 *
 * @param user As read when the password or provider account was checked.
 * @returns false, without signing in, if access has changed since
 */
export async function startSession(
  context: ApiContext,
  request: Request,
  user: Recipient & Pick<UserRow, 'accessVersion'>,
  { isFactorGiven }: { isFactorGiven: boolean },
): Promise<boolean> {
  const { id: userId, accessVersion } = user;
  const userAgent = request.get('user-agent') ?? '';
  const sessionId = await insertSession(context.pool, { userId, accessVersion, userAgent, isFactorGiven });
  if (sessionId === null) return false;
  const former = request.session.sessionId;
  await promisify(request.session.regenerate.bind(request.session))();
  request.session.userId = userId;
  request.session.sessionId = sessionId;
  await promisify(request.session.save.bind(request.session))();
  if (request.res) rememberBrowser(context, request.res, { userId, accessVersion }, { isFactorGiven });
  await markUserSeen(context.pool, userId);
  await emailAboutNewDevice(context, request, user);
  if (former) await deleteSession(context.pool, former);
  return true;
}

/**
 * Emails the user about a browser that is not known to the account, and about a new kind of browser or system, which
 * may be using a copied cookie. Does nothing for an account's first device: following an emailed link records a device
 * too, so a first device at sign-in means that this sign-in with Google has just created the account.
 */
async function emailAboutNewDevice(
  context: ApiContext,
  request: Request,
  user: Recipient & Pick<UserRow, 'accessVersion'>,
): Promise<void> {
  const device = deviceNameOf(request);
  const { id: userId, accessVersion } = user;
  const isUnknown = findKnownBrowser(context, request, { userId, accessVersion }) === null;
  await context.pool.transaction(async (transaction) => {
    const { isNew, isFirst } = await rememberDevice(transaction, { userId, name: device });
    if (!(isNew || isUnknown) || isFirst) return;
    await queueNewDeviceMail(transaction, user, { device, ...readDevice(request.get('user-agent') ?? '') });
  });
}

/** Ends the session, if any. Deletes the row first, which makes the cookie useless, whatever Redis still has. */
export async function endSession(context: ApiContext, request: Request, response: Response): Promise<void> {
  const { sessionId } = request.session;
  if (sessionId) await deleteSession(context.pool, sessionId);
  await promisify(request.session.destroy.bind(request.session))();
  clearCookie(context, response, context.config.sessionCookie);
}

/** Returns the caller and their rights; null for visitors and ended sessions. Read once per request. */
export async function loadAccess(context: ApiContext, request: Request): Promise<Caller | null> {
  if (request.access === undefined) request.access = await readAccess(context, request);
  return request.access;
}

async function readAccess(context: ApiContext, request: Request): Promise<AccessRow | null> {
  const { sessionId } = request.session;
  const access = sessionId ? await findAccess(context.pool, sessionId) : null;
  if (access && Date.now() - access.sessionLastSeenAt.getTime() > EXTEND_AFTER_MS) {
    await extendSession(context.pool, access.sessionId);
    await markUserSeen(context.pool, access.userId);
    // Changing the session also renews the Redis entry and the cookie, so that they last as long as the row.
    request.session.extendedAt = Date.now();
  }
  return access;
}

/**
 * Returns the caller's session; null for visitors and for tools with an access token. Use it for actions that tools may
 * not take.
 */
export async function loadSession(context: ApiContext, request: Request): Promise<AccessRow | null> {
  const caller = await loadAccess(context, request);
  return caller !== null && 'sessionId' in caller ? caller : null;
}

/**
 * Locks and returns the session's user.
 *
 * @throws 401 if a reset or a sign-out everywhere has overtaken this request
 */
export async function lockOpenSession(
  transaction: Transaction,
  { userId, sessionId }: Pick<AccessRow, 'userId' | 'sessionId'>,
): Promise<UserRow> {
  const user = await lockAndFindUser(transaction, userId);
  if (!user || !(await isSessionOpen(transaction, sessionId))) throw unauthorized();
  return user;
}

/** Whoever makes the request, by session or access token. */
export type Caller = AccessRow | TokenAccess;

declare module 'express-serve-static-core' {
  interface Request {
    /** Undefined until read; null for visitors. Set early for access tokens (middleware/access-token.ts). */
    access?: Caller | null;
  }
}

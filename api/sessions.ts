import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import { type AccessRow, findAccess } from '#db/queries/access.ts';
import type { TokenAccess } from '#db/queries/access-tokens.ts';
import { rememberDevice } from '#db/queries/known-devices.ts';
import { deleteSession, extendSession, insertSession } from '#db/queries/sessions.ts';
import { markUserSeen, type UserRow } from '#db/queries/users.ts';
import { queueNewDeviceMail } from './commands/queue-account-mail.ts';
import type { ApiContext } from './context.ts';
import { deviceName, readDevice } from './device-name.ts';

const EXTEND_AFTER_MS = 10 * 60_000;

/**
 * Signs a user in: a new session id, whatever the browser came with (a fixed one is worth nothing), and a row that makes it valid.
 *
 * @param user As it was when the password or the provider's account was checked against it.
 * @returns false, and nobody is signed in, when what was checked opens the account no longer
 */
export async function startSession(
  context: ApiContext,
  request: Request,
  user: Pick<UserRow, 'id' | 'accessVersion' | 'email' | 'firstName'>,
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
  await markUserSeen(context.pool, userId);
  await tellOfNewDevice(context, user, { sessionId, userAgent });
  if (former) await deleteSession(context.pool, former);
  return true;
}

/** The first browser of an account is its owner's own, and no news. */
async function tellOfNewDevice(
  { pool }: ApiContext,
  user: Pick<UserRow, 'id' | 'email' | 'firstName'>,
  { sessionId, userAgent }: { sessionId: string; userAgent: string },
): Promise<void> {
  const device = deviceName(userAgent);
  await pool.transaction(async (transaction) => {
    const { isNew, isFirst } = await rememberDevice(transaction, { userId: user.id, name: device });
    if (isNew && !isFirst) await queueNewDeviceMail(transaction, user, { sessionId, device, ...readDevice(userAgent) });
  });
}

/** Ends the session, if there is one. The row goes first: from then on the cookie is worth nothing, whatever Redis still holds. */
export async function endSession(context: ApiContext, request: Request, response: Response): Promise<void> {
  const { sessionId } = request.session;
  if (sessionId) await deleteSession(context.pool, sessionId);
  await promisify(request.session.destroy.bind(request.session))();
  const { sessionCookie, isHttps } = context.config;
  response.clearCookie(sessionCookie, { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' });
}

/** Who is calling, and what that user may do. Null for visitors and for what was ended. One read per request. */
export async function loadAccess(context: ApiContext, request: Request): Promise<Caller | null> {
  if (request.access !== undefined) return request.access;
  return await loadAccessBy(context, request, (sessionId) => findAccess(context.pool, sessionId));
}

/**
 * As `loadAccess`, by a read that brings more along.
 * @param read the access row of a session and what else it is to fetch; null where the session is not valid
 */
export async function loadAccessBy<Row extends AccessRow>(
  context: ApiContext,
  request: Request,
  read: (sessionId: string) => Promise<Row | null>,
): Promise<Row | null> {
  const { sessionId } = request.session;
  const access = sessionId ? await read(sessionId) : null;
  if (access && Date.now() - access.sessionLastSeenAt.getTime() > EXTEND_AFTER_MS) {
    await extendSession(context.pool, access.sessionId);
    await markUserSeen(context.pool, access.userId);
    // What changes is written: the entry in Redis and the cookie live on as long as the row.
    request.session.extendedAt = Date.now();
  }
  request.access = access;
  return access;
}

/** The session of the caller. Null for visitors, and for tools with an access token: what only the user in person may do asks for this. */
export async function loadSession(context: ApiContext, request: Request): Promise<AccessRow | null> {
  const caller = await loadAccess(context, request);
  return caller !== null && 'sessionId' in caller ? caller : null;
}

/** By a session, or by an access token. */
export type Caller = AccessRow | TokenAccess;

declare module 'express-serve-static-core' {
  interface Request {
    /** Undefined until somebody asked; null for visitors. A token is asked for first (middleware/access-token.ts). */
    access?: Caller | null;
  }
}

import type { Request } from 'express';
import { findCalendar } from '#sandbox/google/accounts.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { insufficientPermissions, notFound, unauthenticated } from '#sandbox/google/errors.ts';
import { bearerToken } from '#sandbox/google/oauth/bearer.ts';
import { accountOf, findAccessToken } from '#sandbox/google/oauth/grants.ts';
import type { Account, Calendar } from '#sandbox/google/state.ts';

/** Returns the account of the request's token. Throws 401 without a live token, 403 if none of `scopes` was granted. */
export function requireAccount(context: GoogleContext, req: Request, scopes: readonly string[]): Account {
  const token = findAccessToken(context, bearerToken(req) ?? '');
  if (!token) throw unauthenticated();
  if (!scopes.some((scope) => token.scopes.includes(scope))) throw insufficientPermissions(scopes);
  return accountOf(context, token.sub);
}

/** Returns the account's calendar with the id in the path. Throws 404 if there is none. */
export function requireCalendar(context: GoogleContext, account: Account, req: Request): Calendar {
  const id = req.params.calendarId;
  const calendar = typeof id === 'string' ? findCalendar(context, account.sub, id) : undefined;
  if (!calendar) throw notFound();
  return calendar;
}

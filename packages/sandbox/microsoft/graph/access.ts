import type { Request } from 'express';
import { calendarsOf, defaultCalendarOf } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { accessDenied, itemNotFound, unauthenticated } from '#sandbox/microsoft/errors.ts';
import { accountOf, findAccessToken } from '#sandbox/microsoft/identity/grants.ts';
import type { Account, Calendar } from '#sandbox/microsoft/state.ts';

/** Returns the account of the request's token. Throws 401 without a live token, 403 if none of `scopes` was granted. */
export function requireAccount(context: MicrosoftContext, req: Request, scopes: readonly string[]): Account {
  const [scheme, presented] = (req.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !presented) throw unauthenticated('Access token is empty.');
  const token = findAccessToken(context, presented);
  if (!token) throw unauthenticated('IDX14100: JWT is not well formed, there are no dots (.).');
  if (token.expiresAtMs <= Date.now()) throw unauthenticated('Lifetime validation failed, the token is expired.');
  if (!scopes.some((scope) => token.scopes.includes(scope))) throw accessDenied();
  return accountOf(context, token.oid);
}

/** Returns the calendar in the path, or the default one. Throws 404 if the account has no such calendar. */
export function requireCalendar(context: MicrosoftContext, account: Account, id: unknown): Calendar {
  if (id === undefined) return defaultCalendarOf(context, account);
  const calendar = calendarsOf(context, account).find((own) => own.id === id);
  if (!calendar) throw itemNotFound();
  return calendar;
}

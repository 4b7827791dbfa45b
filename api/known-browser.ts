import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ApiContext } from './context.ts';
import { clearCookie, findCookie, setCookie } from './cookies.ts';

/** Longer than any session, so that a browser in regular use stays known. */
const DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Remembers that this browser was used by the account's owner. The cookie grants nothing, but wrong passwords from this
 * browser are counted separately, so that a stranger's guesses do not lock out the owner (OWASP: device cookies). It
 * survives an ordinary sign-out; every sign-in replaces it.
 */
export function rememberBrowser(context: ApiContext, response: Response, userId: string): void {
  const mark = `${Date.now()}.${randomBytes(16).toString('base64url')}`;
  const value = context.encryption.encrypt(mark, ownerOf(userId));
  setCookie(context, response, { name: nameOf(context), value, days: DAYS });
}

/** Removes the cookie, from a browser whose user signs out everywhere or closes the account. */
export function forgetBrowser(context: ApiContext, response: Response): void {
  clearCookie(context, response, nameOf(context));
}

/** Returns the id of the browser if it is known to the account; null otherwise. */
export function findKnownBrowser(context: ApiContext, request: Request, userId: string): string | null {
  const value = findCookie(request, nameOf(context));
  if (value === null) return null;
  try {
    const mark = context.encryption.decrypt(value, ownerOf(userId));
    return Number.parseInt(mark, 10) > Date.now() - DAYS * DAY_MS ? mark : null;
  } catch {
    return null; // another account's, made up, or encrypted with a key that was dropped
  }
}

const nameOf = ({ config }: ApiContext) => `${config.sessionCookie}-known`;

const ownerOf = (userId: string) => `known-browser:${userId}`;

import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ApiContext } from './context.ts';
import { clearCookie, findCookie, setCookie } from './cookies.ts';

/** Longer than any session, so that a browser in regular use stays known. */
const DAYS = 90;
const DAY_MS = 86_400_000;

/** An account as last read. */
export type Account = { userId: string; accessVersion: number };

/**
 * Remembers that this browser was used by the account's owner. The cookie grants nothing, but wrong passwords from this
 * browser are counted separately, so that a stranger's guesses do not lock out the owner (OWASP: device cookies). It
 * survives an ordinary sign-out; every sign-in replaces it, and every change that revokes ways in makes it void.
 */
export function rememberBrowser(context: ApiContext, response: Response, { userId, accessVersion }: Account): void {
  const mark = `${Date.now()}.${randomBytes(16).toString('base64url')}.${accessVersion}`;
  const value = context.encryption.encrypt(mark, ownerOf(userId));
  setCookie(context, response, { name: nameOf(context), value, days: DAYS });
}

/**
 * Keeps this browser known, if it was, through a change that its user made here.
 *
 * @param before The account before the change.
 * @param accessVersion After the change. If others came in between, the browser stays unknown.
 */
export function keepBrowser(context: ApiContext, request: Request, before: Account, accessVersion: number): void {
  const isKnown = findKnownBrowser(context, request, before) !== null;
  if (isKnown && accessVersion === before.accessVersion + 1 && request.res) {
    rememberBrowser(context, request.res, { ...before, accessVersion });
  }
}

/** Removes the cookie, from a browser whose user signs out everywhere or closes the account. */
export function forgetBrowser(context: ApiContext, response: Response): void {
  clearCookie(context, response, nameOf(context));
}

/** Returns the id of the browser if it is known to the account; null otherwise. */
export function findKnownBrowser(
  context: ApiContext,
  request: Request,
  { userId, accessVersion }: Account,
): string | null {
  const value = findCookie(request, nameOf(context));
  if (value === null) return null;
  try {
    const mark = context.encryption.decrypt(value, ownerOf(userId));
    // The previous release writes no version.
    const [issuedAt, , version = '0'] = mark.split('.');
    if (Number(version) !== accessVersion) return null;
    return Number(issuedAt) > Date.now() - DAYS * DAY_MS ? mark : null;
  } catch {
    return null; // another account's, made up, or encrypted with a key that was dropped
  }
}

const nameOf = ({ config }: ApiContext) => `${config.sessionCookie}-known`;

const ownerOf = (userId: string) => `known-browser:${userId}`;

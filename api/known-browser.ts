import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ApiContext } from './context.ts';
import { clearCookie, findCookie, setCookie } from './cookies.ts';

/** Longer than any session, so that a browser in regular use stays known. */
const DAYS = 90;
const DAY_MS = 86_400_000;

/** Suffix that marks a browser in which the second factor was verified. */
const FACTOR = 'factor';

/** An account as last read. */
export type Account = { userId: string; accessVersion: number };

export type KnownBrowser = {
  id: string;
  /** Whether the account's second factor was verified in this browser. Access to the owner's mail is not enough. */
  isFactorGiven: boolean;
};

/**
 * Remembers that this browser was used by the account's owner. The cookie grants nothing, but wrong passwords from this
 * browser are counted separately, so that a stranger's guesses do not lock out the owner (OWASP: device cookies). It
 * survives an ordinary sign-out; every sign-in replaces it, and every change that revokes access invalidates it.
 */
export function rememberBrowser(
  context: ApiContext,
  response: Response,
  { userId, accessVersion }: Account,
  { isFactorGiven }: Pick<KnownBrowser, 'isFactorGiven'>,
): void {
  const given = isFactorGiven ? `.${FACTOR}` : '';
  const mark = `${Date.now()}.${randomBytes(16).toString('base64url')}.${accessVersion}${given}`;
  const value = context.encryption.encrypt(mark, ownerOf(userId));
  setCookie(context, response, { name: nameOf(context), value, days: DAYS });
}

/**
 * Keeps a known browser known after a change that its user made in it.
 *
 * @param before The account before the change.
 * @param accessVersion After the change. If there were other changes in between, the browser becomes unknown.
 * @param isFactorGiven Whether the change included verifying the second factor.
 */
export function keepBrowser(
  context: ApiContext,
  request: Request,
  before: Account,
  accessVersion: number,
  { isFactorGiven = false } = {},
): void {
  const known = findBrowserKnownBefore(context, request, before, accessVersion);
  if (known === null || !request.res) return;
  const account = { ...before, accessVersion };
  rememberBrowser(context, request.res, account, { isFactorGiven: isFactorGiven || known.isFactorGiven });
}

/**
 * Makes this browser known because it used a link emailed to the account. That does not prove that its user has the
 * second factor: `isFactorGiven` stays true only if it was verified here before.
 *
 * @param before The account before the link was used.
 * @param accessVersion After it was used.
 */
export function rememberLinkBrowser(
  context: ApiContext,
  request: Request,
  before: Account,
  accessVersion: number,
): void {
  const known = findBrowserKnownBefore(context, request, before, accessVersion);
  const isFactorGiven = known?.isFactorGiven ?? false;
  if (request.res) rememberBrowser(context, request.res, { ...before, accessVersion }, { isFactorGiven });
}

/** Returns this browser as it was known before a change; null if it was not, or if other changes came in between. */
function findBrowserKnownBefore(
  context: ApiContext,
  request: Request,
  before: Account,
  accessVersion: number,
): KnownBrowser | null {
  return accessVersion <= before.accessVersion + 1 ? findKnownBrowser(context, request, before) : null;
}

/** Removes the cookie, from a browser whose user signs out everywhere or closes the account. */
export function forgetBrowser(context: ApiContext, response: Response): void {
  clearCookie(context, response, nameOf(context));
}

/** Returns the browser if it is known to the account; null otherwise. */
export function findKnownBrowser(
  context: ApiContext,
  request: Request,
  { userId, accessVersion }: Account,
): KnownBrowser | null {
  const value = findCookie(request, nameOf(context));
  if (value === null) return null;
  try {
    const mark = context.encryption.decrypt(value, ownerOf(userId));
    // Earlier releases don't write a version or a factor.
    const [issuedAt, , version = '0', given] = mark.split('.');
    if (Number(version) !== accessVersion) return null;
    if (Number(issuedAt) <= Date.now() - DAYS * DAY_MS) return null;
    return { id: mark, isFactorGiven: given === FACTOR };
  } catch {
    return null; // another account's, forged, or encrypted with a key that was dropped
  }
}

const nameOf = ({ config }: ApiContext) => `${config.sessionCookie}-known`;

const ownerOf = (userId: string) => `known-browser:${userId}`;

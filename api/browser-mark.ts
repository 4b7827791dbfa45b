import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ApiContext } from './context.ts';
import { findCookie, setCookie } from './cookies.ts';

/** Lifetime of the cookie, and of an unverified account. */
const DAYS = 7;

/** Returns the hash of the cookie this browser got at sign-up; null if it has none. */
export function readBrowserMark(context: ApiContext, request: Request): Buffer | null {
  const mark = findMark(context, request);
  return mark === null ? null : hashOf(mark);
}

/**
 * Sets a sign-up cookie, whether or not an account was created, and returns its hash. It grants nothing, but shows that
 * a verification link was opened in the browser that requested it.
 */
export function markBrowser(context: ApiContext, request: Request, response: Response): Buffer {
  const mark = findMark(context, request) ?? randomBytes(32).toString('base64url');
  setCookie(context, response, { name: nameOf(context), value: mark, days: DAYS });
  return hashOf(mark);
}

function findMark(context: ApiContext, request: Request): string | null {
  const mark = findCookie(request, nameOf(context)) ?? '';
  return /^[\w-]{43}$/.test(mark) ? mark : null;
}

const nameOf = ({ config }: ApiContext) => `${config.sessionCookie}-signup`;

const hashOf = (mark: string) => createHash('sha256').update(mark).digest();

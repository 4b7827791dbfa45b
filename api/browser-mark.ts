import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ApiContext } from './context.ts';

/** As long as an account waits to be verified. */
const DAYS = 7;

/** What is stored of the mark that this browser got when it signed up; null for every other browser. */
export function readBrowserMark(context: ApiContext, request: Request): Buffer | null {
  const mark = findMark(context, request);
  return mark === null ? null : hashOf(mark);
}

/**
 * Marks the browser of a sign-up, whether it made an account or not, and returns what is stored of the mark. It opens nothing: it tells the page of a
 * verification link that the link came back to where it was asked for.
 */
export function markBrowser(context: ApiContext, request: Request, response: Response): Buffer {
  const mark = findMark(context, request) ?? randomBytes(32).toString('base64url');
  response.cookie(nameOf(context), mark, {
    httpOnly: true,
    sameSite: 'lax',
    secure: context.config.isHttps,
    path: '/',
    maxAge: DAYS * 86_400_000,
  });
  return hashOf(mark);
}

function findMark(context: ApiContext, request: Request): string | null {
  const prefix = `${nameOf(context)}=`;
  const pair = (request.get('cookie') ?? '').split(/; */).find((text) => text.startsWith(prefix));
  const mark = pair?.slice(prefix.length) ?? '';
  return /^[\w-]{43}$/.test(mark) ? mark : null;
}

const nameOf = ({ config }: ApiContext) => `${config.sessionCookie}-signup`;

const hashOf = (mark: string) => createHash('sha256').update(mark).digest();

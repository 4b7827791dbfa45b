import type { CookieOptions, Request, Response } from 'express';
import type { ApiConfig } from './config.ts';
import type { ApiContext } from './context.ts';

/** Returns a cookie of the request, still encoded; null if it is missing. */
export function findCookie(request: Request, name: string): string | null {
  const prefix = `${name}=`;
  const pair = (request.get('cookie') ?? '').split(/; */).find((text) => text.startsWith(prefix));
  return pair?.slice(prefix.length) ?? null;
}

/** Sets a cookie that scripts cannot read and other sites do not send. */
export function setCookie(
  { config }: ApiContext,
  response: Response,
  { name, value, days }: { name: string; value: string; days: number },
): void {
  response.cookie(name, value, { ...attributesOf(config), maxAge: days * 86_400_000 });
}

/** Removes a cookie. */
export function clearCookie({ config }: ApiContext, response: Response, name: string): void {
  response.clearCookie(name, attributesOf(config));
}

const attributesOf = ({ isHttps }: ApiConfig): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps,
  path: '/',
});

import type { Request } from 'express';

/** Returns the token from `Authorization: Bearer` or Google's `access_token` query parameter. */
export function bearerToken(req: Request): string | undefined {
  const [scheme, token] = (req.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) return token;
  const { access_token: fromQuery } = req.query;
  return typeof fromQuery === 'string' ? fromQuery : undefined;
}

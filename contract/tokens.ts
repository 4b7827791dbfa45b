import * as z from 'zod';
import { currentPassword } from './auth.ts';
import { byId, endpoint, instant, uuid } from './http.ts';
import { ACCESS_TOKEN_MAX_DAYS } from './limits.ts';
import { line } from './text.ts';

export const scope = z.enum(['read', 'write']);

/** `write` comes only with `read`: to change something, a tool must find it first. */
const scopes = z
  .array(scope)
  .min(1, 'Please choose what the token may do')
  .max(2)
  .refine((given) => given.includes('read') && new Set(given).size === given.length, {
    message: 'must be ["read"] or ["read", "write"]',
  });

export const accessToken = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(scope),
  createdAt: instant,
  expiresAt: instant,
  /** Accurate to ten minutes; null if never used. */
  lastUsedAt: instant.nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;

export const listTokens = endpoint('get /users/tokens', {
  access: 'session',
  summary: 'The signed-in user’s valid access tokens',
  data: z.object({ tokens: z.array(accessToken) }),
});

export const createToken = endpoint('post /users/tokens', {
  access: 'subscriber',
  summary: 'Create an access token for another tool',
  description:
    'The token is returned only here. The owner is emailed. Requires a second factor given within the last ten minutes, if the account has one; otherwise `currentPassword` if the sign-in is older than 15 minutes. A token stops working when it expires or is revoked. It also stops when the session that created it is ended in the list of sessions, or is signed out by an account change: a new password, a linked provider or a new email address, for example.',
  errors: ['PASSWORD_REQUIRED', 'FACTOR_REQUIRED', 'CONFLICT'],
  example: { name: 'CRM import', scopes: ['read'], expiresInDays: 90 },
  body: z.strictObject({
    name: line(100).min(1, 'Please enter a name'),
    scopes,
    expiresInDays: z.number().int().min(1).max(ACCESS_TOKEN_MAX_DAYS),
    currentPassword: currentPassword.optional(),
  }),
  data: z.object({ id: uuid, token: z.string(), expiresAt: instant }),
});

export const revokeToken = endpoint('delete /users/tokens/:id', {
  access: 'session',
  summary: 'Revoke an access token, effective from its next call',
  ...byId,
  data: z.object({}),
});

import * as z from 'zod';
import { currentPassword, sessionUser } from './auth.ts';
import { endpoint, instant } from './http.ts';

/** Digits of an app, or a recovery code; written in groups or not. */
const code = z
  .string()
  .trim()
  .min(1, 'Please enter the code')
  .regex(/^[a-z0-9 -]{6,40}$/i, 'This is not a code');

export const giveFactor = endpoint({
  method: 'post',
  path: '/auth/factor',
  access: 'public',
  summary: 'Give the second factor that a sign-in, or a call, asked for',
  description:
    'After a sign-in that answered `factorRequired` it makes the session; in a session it makes the factor fresh for ten minutes. `code` is the code of the authenticator app, or a recovery code. Each counts once.',
  errors: ['UNAUTHORIZED', 'FACTOR_REQUIRED'],
  example: { code: '123456' },
  body: z.strictObject({ code }),
  data: z.object({ user: sessionUser, redirect: z.boolean() }),
});

const usage = { createdAt: instant, lastUsedAt: instant.nullable() };

const factors = z.object({
  /** The authenticator app. */
  totp: z.object(usage).nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Whether the role of the account takes one. */
  isRequired: z.boolean(),
});
export type Factors = z.infer<typeof factors>;

export const getFactors = endpoint({
  method: 'get',
  path: '/users/factors',
  access: 'session',
  summary: 'The second factors of the signed-in user',
  data: factors,
});

const PROOF =
  'Takes a fresh factor where the account has one; else `currentPassword` where the sign-in is older than 15 minutes.';

export const addTotp = endpoint({
  method: 'post',
  path: '/users/factors/totp',
  access: 'session',
  summary: 'Begin to add an authenticator app; it counts once a code of it is confirmed',
  description: `${PROOF} The secret is shown here alone, and has to be confirmed within an hour.`,
  errors: ['PASSWORD_REQUIRED', 'FACTOR_REQUIRED', 'CONFLICT'],
  example: {},
  body: z.strictObject({ currentPassword: currentPassword.optional() }),
  data: z.object({
    /** Base32, for those who cannot scan. */
    secret: z.string(),
    /** What the QR code says. */
    uri: z.string(),
  }),
});

/** Each once, and shown once. */
const recoveryCodes = z.array(z.string());

export const confirmTotp = endpoint({
  method: 'post',
  path: '/users/factors/totp/confirm',
  access: 'session',
  summary: 'Add the authenticator app by a code of it',
  description:
    'With the first factor of an account come recovery codes, shown here alone, and every other session ends. An account that has codes already keeps them: `recoveryCodes` is empty then.',
  errors: ['BAD_REQUEST', 'FACTOR_REQUIRED', 'CONFLICT'],
  example: { code: '123456' },
  body: z.strictObject({ code }),
  data: z.object({ recoveryCodes }),
});

const REMOVAL = 'Takes a fresh factor. The recovery codes go with the last factor.';

export const removeTotp = endpoint({
  method: 'delete',
  path: '/users/factors/totp',
  access: 'session',
  summary: 'Remove the authenticator app',
  description: REMOVAL,
  errors: ['FACTOR_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  data: z.object({ message: z.string() }),
});

export const renewRecoveryCodes = endpoint({
  method: 'post',
  path: '/users/factors/recovery-codes',
  access: 'session',
  summary: 'New recovery codes; the old ones open nothing any more',
  description: 'Takes a fresh factor. The codes are shown here alone.',
  errors: ['FACTOR_REQUIRED', 'CONFLICT'],
  example: {},
  body: z.strictObject({}),
  data: z.object({ recoveryCodes }),
});

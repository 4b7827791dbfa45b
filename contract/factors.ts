import * as z from 'zod';
import { currentPassword, sessionUser } from './auth.ts';
import { endpoint, instant, uuid } from './http.ts';
import { line } from './text.ts';

/** Digits of an app, or a recovery code; written in groups or not. */
const code = z
  .string()
  .trim()
  .min(1, 'Please enter the code')
  .regex(/^[a-z0-9 -]{6,40}$/i, 'This is not a code');

const base64url = z
  .string()
  .min(1)
  .max(8192)
  .regex(/^[\w-]+$/, 'must be base64url');

/** What every answer of an authenticator says beside its `response`; what browsers add to it later is passed over. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
};

/** Of a passkey that is to be added: RegistrationResponseJSON of WebAuthn. */
const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,40}$/, 'must be a transport'))
      .max(10)
      .exactOptional(),
  }),
});
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;

/** Of one that was added: AuthenticationResponseJSON of WebAuthn. */
const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.exactOptional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

export const giveFactor = endpoint({
  method: 'post',
  path: '/auth/factor',
  access: 'public',
  summary: 'Give the second factor that a sign-in, or a call, asked for',
  description:
    'After a sign-in that answered `factorRequired` it makes the session; in a session it makes the factor fresh for ten minutes. `code` is the code of the authenticator app, or a recovery code; `passkey` the answer to `POST /auth/factor/options`. Each counts once.',
  errors: ['UNAUTHORIZED', 'FACTOR_REQUIRED'],
  example: { code: '123456' },
  body: z
    .strictObject({ code: code.optional(), passkey: passkeyAnswer.optional() })
    .refine(({ code: given, passkey }) => (given === undefined) !== (passkey === undefined), {
      path: ['code'],
      message: 'Please enter the code',
    }),
  data: z.object({ user: sessionUser, redirect: z.boolean() }),
});

const userVerification = z.enum(['discouraged', 'preferred', 'required']);
const knownPasskeys = z.array(
  z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).exactOptional() }),
);

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: knownPasskeys,
  userVerification,
});

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: knownPasskeys,
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification }),
  attestation: z.literal('none'),
});

export const getPasskeyOptions = endpoint({
  method: 'post',
  path: '/auth/factor/options',
  access: 'public',
  summary: 'Begin to give a passkey as the second factor',
  description:
    'For a sign-in that answered `factorRequired`, or a session. `options` is what `navigator.credentials.get` takes, in JSON.',
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: {},
  body: z.strictObject({}),
  data: z.object({ options: passkeyRequest }),
});

const usage = { createdAt: instant, lastUsedAt: instant.nullable() };

const factors = z.object({
  /** The authenticator app. */
  totp: z.object(usage).nullable(),
  passkeys: z.array(z.object({ id: uuid, name: z.string(), ...usage })),
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

export const beginPasskey = endpoint({
  method: 'post',
  path: '/users/factors/passkeys/options',
  access: 'session',
  summary: 'Begin to add a passkey',
  description: `${PROOF} \`options\` is what \`navigator.credentials.create\` takes, in JSON; its answer is due within five minutes.`,
  errors: ['PASSWORD_REQUIRED', 'FACTOR_REQUIRED'],
  example: {},
  body: z.strictObject({ currentPassword: currentPassword.optional() }),
  data: z.object({ options: passkeyCreation }),
});

export const addPasskey = endpoint({
  method: 'post',
  path: '/users/factors/passkeys/verify',
  access: 'session',
  summary: 'Add the passkey that the browser made',
  description:
    'With the first factor of an account come recovery codes, as for the authenticator app. Without `name` it is called by the browser.',
  errors: ['BAD_REQUEST', 'FACTOR_REQUIRED', 'CONFLICT'],
  example: {
    name: 'Work laptop',
    response: {
      id: 'AAECAwQFBgc',
      rawId: 'AAECAwQFBgc',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
    },
  },
  body: z.strictObject({ name: line(100).min(1).optional(), response: passkeyAttestation }),
  data: z.object({ recoveryCodes }),
});

export const removePasskey = endpoint({
  method: 'delete',
  path: '/users/factors/passkeys/:id',
  access: 'session',
  summary: 'Remove a passkey',
  description: REMOVAL,
  errors: ['FACTOR_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  params: z.object({ id: uuid }),
  data: z.object({ message: z.string() }),
});

import * as z from 'zod';
import { currentPassword, sessionUser } from './auth.ts';
import { emptyBody, endpoint, instant, uuid } from './http.ts';
import { line } from './text.ts';

/** A code from an authenticator app, or a recovery code; both may be grouped. */
const code = z
  .string()
  .trim()
  .min(1, 'Please enter the code')
  .regex(/^[a-z0-9 -]{6,40}$/i, 'Please enter a valid code');

const base64url = z
  .string()
  .min(1)
  .max(8192)
  .regex(/^[\w-]+$/, 'must be base64url');

/** The fields of a WebAuthn credential besides `response`; any others that browsers add are ignored. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
};

/** For registering a passkey: WebAuthn's RegistrationResponseJSON. */
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

/** For using a passkey: WebAuthn's AuthenticationResponseJSON. */
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

export const giveFactor = endpoint('post /auth/factor', {
  access: 'public',
  summary: 'Provide the second factor required by a sign-in or a call',
  description:
    'After a `factorRequired` sign-in, creates the session; in a session, the factor counts as fresh for ten minutes. `code` is from the authenticator app, or a recovery code. `passkey` is the response to the options from `POST /auth/factor/options`. Each works once.',
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

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON. */
const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: knownPasskeys,
  userVerification,
});

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
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

export const getPasskeyOptions = endpoint('post /auth/factor/options', {
  access: 'public',
  summary: 'Get the options for using a passkey as the second factor',
  description:
    'For a `factorRequired` sign-in, or in a session. `options` is for `navigator.credentials.get`, as JSON.',
  errors: ['NOT_FOUND', 'CONFLICT'],
  ...emptyBody,
  data: z.object({ options: passkeyRequest }),
});

const usage = { createdAt: instant, lastUsedAt: instant.nullable() };

const factors = z.object({
  /** The authenticator app. */
  totp: z.object(usage).nullable(),
  passkeys: z.array(z.object({ id: uuid, name: z.string(), ...usage })),
  recoveryCodesLeft: z.number().int(),
  /** Whether the account's role requires a second factor. */
  isRequired: z.boolean(),
});
export type Factors = z.infer<typeof factors>;

export const getFactors = endpoint('get /users/factors', {
  access: 'session',
  summary: 'The second factors of the signed-in user',
  data: factors,
});

const PROOF =
  'Requires a second factor given within the last ten minutes, if the account has one; otherwise `currentPassword` if the sign-in is older than 15 minutes.';

export const addTotp = endpoint('post /users/factors/totp', {
  access: 'session',
  summary: 'Start adding an authenticator app; it is active once a code is confirmed',
  description: `${PROOF} The secret is returned only here and must be confirmed within an hour.`,
  errors: ['PASSWORD_REQUIRED', 'FACTOR_REQUIRED', 'CONFLICT'],
  example: {},
  body: z.strictObject({ currentPassword: currentPassword.optional() }),
  data: z.object({
    /** Base32, for users who cannot scan. */
    secret: z.string(),
    /** Content of the QR code. */
    uri: z.string(),
  }),
});

/** Single use, returned only once. */
const recoveryCodes = z.array(z.string());

export const confirmTotp = endpoint('post /users/factors/totp/confirm', {
  access: 'session',
  summary: 'Confirm the authenticator app with a code',
  description:
    'Adding an account’s first factor returns recovery codes, only here, and ends all other sessions. With further factors, the existing codes stay valid and `recoveryCodes` is empty.',
  errors: ['BAD_REQUEST', 'FACTOR_REQUIRED', 'CONFLICT'],
  example: { code: '123456' },
  body: z.strictObject({ code }),
  data: z.object({ recoveryCodes }),
});

const REMOVAL =
  'Requires a second factor given within the last ten minutes. Removing the last factor deletes the recovery codes.';

export const removeTotp = endpoint('delete /users/factors/totp', {
  access: 'session',
  summary: 'Remove the authenticator app',
  description: REMOVAL,
  errors: ['FACTOR_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  data: z.object({ message: z.string() }),
});

export const renewRecoveryCodes = endpoint('post /users/factors/recovery-codes', {
  access: 'session',
  summary: 'Replace the recovery codes',
  description: 'Requires a second factor given within the last ten minutes. The codes are returned only here.',
  errors: ['FACTOR_REQUIRED', 'CONFLICT'],
  ...emptyBody,
  data: z.object({ recoveryCodes }),
});

export const beginPasskey = endpoint('post /users/factors/passkeys/options', {
  access: 'session',
  summary: 'Start adding a passkey',
  description: `${PROOF} \`options\` is for \`navigator.credentials.create\`, as JSON. Send its response within ten minutes.`,
  errors: ['PASSWORD_REQUIRED', 'FACTOR_REQUIRED'],
  example: {},
  body: z.strictObject({ currentPassword: currentPassword.optional() }),
  data: z.object({ options: passkeyCreation }),
});

export const addPasskey = endpoint('post /users/factors/passkeys/verify', {
  access: 'session',
  summary: 'Add the passkey created by the browser',
  description:
    'Adding an account’s first factor returns recovery codes, as with the authenticator app. `name` defaults to the browser’s name.',
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

export const removePasskey = endpoint('delete /users/factors/passkeys/:id', {
  access: 'session',
  summary: 'Remove a passkey',
  description: REMOVAL,
  errors: ['FACTOR_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  params: z.object({ id: uuid }),
  data: z.object({ message: z.string() }),
});

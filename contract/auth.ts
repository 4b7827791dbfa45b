import * as z from 'zod';
import { displayName } from '#domain/user-name.ts';
import {
  botTokenHeader,
  byId,
  email,
  emailField,
  emptyBody,
  endpoint,
  instant,
  linkBody,
  linkQuery,
  provider,
  rawEndpoint,
  uuid,
} from './http.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts';
import { line } from './text.ts';

export const role = z.enum(['user', 'admin', 'superadmin']);
export type Role = z.infer<typeof role>;

export const sessionUser = z.object({
  id: uuid,
  email: z.string(),
  name: z.string(),
  role,
  emailVerified: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUser>;

const SHORT_PASSWORD = `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`;

export const password = z
  .string(SHORT_PASSWORD)
  .min(PASSWORD_MIN_LENGTH, SHORT_PASSWORD)
  .max(PASSWORD_MAX_LENGTH, `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`)
  // Lone surrogates would all hash as the same replacement character.
  .refine(isWhole, 'Password contains invalid characters');

/** Only compared with the stored password, so the rules for new ones do not apply. */
export const currentPassword = z
  .string()
  .min(1)
  .max(PASSWORD_MAX_LENGTH)
  .refine(isWhole, 'Password contains invalid characters');

function isWhole(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

const personName = line(100).min(1);

/** Redirect target after a sign-in; only paths and URLs of our origin are accepted. */
const callbackURL = z.string().max(2048).optional();

/** The browser's IANA zone, for a new account only. Unknown names are ignored rather than rejected. */
const timezone = line(100).optional();

/** The browser's preferred language, for a new account's briefings and dates. Unknown languages are ignored. */
const locale = line(100).optional();

export const factorMethod = z.enum(['passkey', 'totp', 'recoveryCode']);
export type FactorMethod = z.infer<typeof factorMethod>;

/** Response to a correct first factor if the account has a second one: no one is signed in yet. */
export const factorRequired = z.object({ factorRequired: z.literal(true), methods: z.array(factorMethod) });

export const signInEmail = endpoint('post /auth/sign-in/email', {
  access: 'public',
  summary: 'Sign in with email and password',
  description:
    'Sets the session cookie. An account with a second factor gets `factorRequired`, and a session only after `POST /auth/factor`. The admin form sends `X-Admin-Login` (any value), which grants nothing and also requires a bot token.',
  headers: botTokenHeader.partial().extend({
    'X-Admin-Login': z.string().optional().describe('Sent by the admin form'),
  }),
  errors: ['UNAUTHORIZED', 'EMAIL_NOT_VERIFIED'],
  example: { email: 'dana@harborline.test', password: 'correct horse battery', callbackURL: '/app' },
  body: z.strictObject({ email, password: z.string().min(1).max(PASSWORD_MAX_LENGTH), callbackURL }),
  data: z.union([z.object({ user: sessionUser, redirect: z.boolean() }), factorRequired]),
});

export const signUpEmail = endpoint('post /auth/sign-up/email', {
  access: 'public',
  summary: 'Create an account; same response whether or not the address is known',
  example: { email: 'robin@harborline.test', password: 'correct horse battery', name: 'Robin Vale' },
  body: z
    .strictObject({
      email,
      password,
      name: personName.optional(),
      firstName: personName.optional(),
      lastName: personName.optional(),
      callbackURL,
      timezone,
      locale,
    })
    .transform(({ name, firstName, lastName, ...rest }) => ({
      ...rest,
      name: name ?? displayName({ firstName: firstName ?? '', lastName: lastName ?? '' }),
    }))
    .refine(({ name }) => name.length > 0, { path: ['name'], message: 'Please enter your name' }),
  data: z.object({ message: z.string() }),
});

export const signInSocial = endpoint('post /auth/sign-in/social', {
  access: 'public',
  summary: 'Start a sign-in with Google; needs a bot token, returns the URL to open',
  headers: botTokenHeader,
  errors: ['NOT_FOUND'],
  example: { provider: 'google', callbackURL: '/app', isPopup: false, timezone: 'Europe/Lisbon', locale: 'pt-PT' },
  body: z.strictObject({
    provider: z.string().max(40),
    callbackURL,
    isPopup: z.boolean().optional(),
    timezone,
    locale,
  }),
  data: z.object({ url: z.string(), redirect: z.literal(true) }),
});

export const signOut = endpoint('post /auth/sign-out', {
  access: 'public',
  summary: 'End this session; always succeeds',
  data: z.object({}),
});

const readingSession = {
  access: 'public',
  summary: 'Get the current session; `user` and `session` are null when signed out',
  data: z.object({ user: sessionUser.nullable(), session: z.object({ expiresAt: instant }).nullable() }),
} as const;

export const getSession = endpoint('get /auth/session', readingSession);

export const getSessionAlias = endpoint('get /auth/get-session', readingSession);

const INVALID_LINK = 'Invalid verification link';

export const verifyEmail = endpoint('get /auth/verify', {
  access: 'public',
  summary: 'Confirm an email address with the emailed token',
  description:
    'A new account gets the password chosen in this browser or, if this browser never signed up, in the only browser that did. `needsPassword`: several browsers did, so the account has no password until it is reset.',
  errors: ['BAD_REQUEST'],
  query: z.object({ token: z.string(INVALID_LINK).min(1, INVALID_LINK).max(200, INVALID_LINK) }),
  data: z.object({ message: z.string(), needsPassword: z.boolean() }),
});

const mailedToken = z.string().min(1).max(200);

export const getVerificationLink = endpoint('get /auth/verification-link', {
  access: 'public',
  summary: 'Check whether a verification link needs a click in this browser',
  description:
    'The browser that signed up, or one signed in to the account, calls `/auth/verify` at once. Any other asks for a click first, because mail scanners open links. `stopsChange`: the link is for `/auth/stop-address-change`.',
  query: z.object({ token: mailedToken }),
  data: z.object({ needsPress: z.boolean(), stopsChange: z.boolean() }),
});

export const getAddressChange = endpoint('get /auth/stop-address-change', {
  ...linkQuery(mailedToken),
  summary: 'The address whose change the emailed link would stop, and whether the account has already moved',
  description:
    '`isContested`: since the move, someone has recovered the account from its new address, so the link locks it. `isLocked`: only support can open the account again, so a new password would not help.',
  data: z.object({ email: z.string(), isMoved: z.boolean(), isContested: z.boolean(), isLocked: z.boolean() }),
});

export const stopAddressChange = endpoint('post /auth/stop-address-change', {
  ...linkBody(mailedToken),
  summary: 'Stop an email change with the emailed token; ends all sessions',
  description:
    'If the change has been confirmed, the account gets its former address back, and its password and linked providers end too; if someone has recovered it from its new address since, it is locked there instead.',
});

export const sendVerificationEmail = endpoint('post /auth/send-verification-email', {
  access: 'public',
  summary: 'Resend the verification email; same response whether or not the address is known',
  example: { email: 'robin@harborline.test' },
  body: z.strictObject({ email: emailField('Please enter your email address') }),
  data: z.object({ message: z.string() }),
});

export const forgetPassword = endpoint('post /auth/forget-password', {
  access: 'public',
  summary: 'Email a reset link; same response whether or not the address is known',
  example: { email: 'dana@harborline.test' },
  body: z.strictObject({ email: emailField('Please enter your email address') }),
  data: z.object({ message: z.string() }),
});

const MISSING_TOKEN = 'Invalid or missing reset token';

export const resetPassword = endpoint('post /auth/reset-password', {
  access: 'public',
  summary: 'Set a new password with the emailed token; ends all sessions and other ways to sign in',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-from-the-email', newPassword: 'correct horse battery' },
  body: z.strictObject({
    token: z.string(MISSING_TOKEN).min(1, MISSING_TOKEN).max(200, MISSING_TOKEN),
    newPassword: password,
  }),
  data: z.object({ message: z.string() }),
});

export const updateUser = endpoint('post /auth/update-user', {
  access: 'session',
  summary: 'Change the name of the signed-in user',
  example: { name: 'Robin Vale' },
  body: z.strictObject({ name: personName }),
  data: z.object({ user: sessionUser }),
});

export const revokeSessions = endpoint('post /auth/revoke-sessions', {
  access: 'session',
  summary: 'End all sessions of the signed-in user; deletes all tokens, channels and shares',
  ...emptyBody,
  data: z.object({ message: z.string() }),
});

export const revokeOtherSessions = endpoint('post /auth/revoke-other-sessions', {
  access: 'session',
  summary: 'End all other sessions of the signed-in user; deletes tokens, channels and shares not created in this one',
  ...emptyBody,
  data: z.object({ message: z.string() }),
});

const ownSession = z.object({
  id: uuid,
  /** Browser and system at sign-in, such as `Chrome on Windows`. */
  device: z.string(),
  signedInAt: instant,
  /** Accurate to ten minutes. */
  lastUsedAt: instant,
  /** The caller's own session. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listSessions = endpoint('get /users/sessions', {
  access: 'session',
  summary: 'Sessions of the signed-in user, most recently used first',
  data: z.object({ sessions: z.array(ownSession) }),
});

export const endSession = endpoint('delete /users/sessions/:id', {
  access: 'session',
  summary: 'End one session of the signed-in user; deletes tokens, channels and shares created in it',
  ...byId,
  data: z.object({ message: z.string() }),
});

/**
 * The OAuth state of specification section 3, base64 JSON. Our `nonce` identifies the pending flow bound to the
 * session.
 */
export const oauthState = z.object({
  purpose: z.enum(['calendar_connect', 'login']),
  provider,
  isPopup: z.boolean(),
  returnUrl: z.string(),
  nonce: z.string(),
});
export type OauthState = z.infer<typeof oauthState>;

/**
 * Message that the popup posts to its opener (specification section 5); `oauth-login-callback` has no code. An error
 * for an unknown provider is posted without `provider`, and openers ignore it.
 */
export const oauthMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('oauth-callback'),
    provider: provider.optional(),
    code: z.string().optional(),
    state: z.string().optional(),
    error: z.string().optional(),
  }),
  z.object({ type: z.literal('oauth-login-callback'), success: z.literal(true) }),
]);
export type OauthMessage = z.infer<typeof oauthMessage>;

const flag = z
  .stringbool()
  .meta({ enum: ['true', 'false'] })
  .default(false);

/** Opened as a page, not called: redirects the browser to the consent page. */
export const startOauth = {
  query: z.object({
    purpose: z.enum(['login', 'calendar_connect']).default('login'),
    isPopup: flag,
    returnUrl: z.string().max(2048).optional(),
    /** From POST /auth/sign-in/social; carries the callbackURL. */
    ticket: z.string().max(200).optional(),
  }),
};

/** Query of a provider's redirect back to us. */
const oauthCallback = {
  query: z.object({
    code: z.string().max(4096).optional(),
    state: z.string().max(4096).optional(),
    error: z.string().max(200).optional(),
    error_description: z.string().max(1000).optional(),
  }),
};

export const startGoogle = rawEndpoint('get /auth/google', {
  ...startOauth,
  access: 'public',
  summary: 'Redirect to Google’s consent page',
  description:
    'Signing in requires the `ticket` from POST /auth/sign-in/social; connecting a calendar requires a signed-in user with access. Otherwise redirects to /login.',
  answers: { 302: { description: 'To the consent page, or to /login.' } },
});

export const startMicrosoft = rawEndpoint('get /auth/microsoft', {
  ...startOauth,
  access: 'public',
  summary: 'Redirect to Microsoft’s consent page',
  description:
    'Connects a calendar (`purpose=calendar_connect`) for a signed-in user with access; anyone else is redirected to /login. Signing in is coming soon.',
  answers: { 302: { description: 'To the consent page, or to /login.' } },
});

export const startMicrosoftAdminConsent = rawEndpoint('get /auth/microsoft/admin-consent', {
  access: 'public',
  summary: 'Redirect to Microsoft’s page for administrators',
  description:
    'For organizations whose users cannot consent themselves: an administrator approves this app for everyone there.',
  answers: { 302: { description: 'To Microsoft’s page, or with an error to /auth/callback.' } },
});

export const returnFromGoogle = rawEndpoint('get /auth/callback/google', {
  ...oauthCallback,
  access: 'public',
  summary: 'Redirect target for Google sign-ins',
  description:
    'Works once, within ten minutes, in the browser that started the sign-in. Always redirects to a page, even on failure.',
  answers: {
    302: {
      description:
        'To the return URL of the sign-in; in a popup, with an error, or for a second factor, to /auth/callback.',
    },
  },
});

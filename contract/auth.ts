import * as z from 'zod';
import { botTokenHeader, email, emailField, endpoint, instant, provider, rawEndpoint, uuid } from './http.ts';
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
  // Half a character would be hashed as the mark that replaces it, and so would any other half.
  .refine(isWhole, 'Password contains invalid characters');

/** One that is compared with what is stored. */
export const currentPassword = z
  .string()
  .min(1)
  .max(PASSWORD_MAX_LENGTH)
  .refine(isWhole, 'Password contains invalid characters');

function isWhole(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

const personName = line(100).min(1);

/** Where the browser goes after a sign-in; the server accepts paths and URLs of its own origin only. */
const callbackURL = z.string().max(2048).optional();

/** The browser's IANA zone, for a new account only. A name the server does not know is passed over: nobody is kept out by an odd clock. */
const timezone = line(100).optional();

/** The browser's first language, for a new account only: briefings and dates start with it. One that is unknown is passed over, as a zone is. */
const locale = line(100).optional();

export const factorMethod = z.enum(['passkey', 'totp', 'recoveryCode']);
export type FactorMethod = z.infer<typeof factorMethod>;

/** What a sign-in answers whose password is right and whose account has a second factor: nobody is signed in yet. */
export const factorRequired = z.object({ factorRequired: z.literal(true), methods: z.array(factorMethod) });

export const signInEmail = endpoint({
  method: 'post',
  path: '/auth/sign-in/email',
  access: 'public',
  summary: 'Sign in with email and password',
  description:
    'Sets the session cookie. An account with a second factor is answered `factorRequired`, and has no session until `POST /auth/factor`. The form of the administrators sends `X-Admin-Login` (any value): it grants nothing and asks for a bot token as well.',
  headers: botTokenHeader.partial().extend({
    'X-Admin-Login': z.string().optional().describe('Marks the form of the administrators'),
  }),
  errors: ['UNAUTHORIZED', 'EMAIL_NOT_VERIFIED'],
  example: { email: 'dana@harborline.test', password: 'correct horse battery', callbackURL: '/app' },
  body: z.strictObject({ email, password: z.string().min(1).max(PASSWORD_MAX_LENGTH), callbackURL }),
  data: z.union([z.object({ user: sessionUser, redirect: z.boolean() }), factorRequired]),
});

export const signUpEmail = endpoint({
  method: 'post',
  path: '/auth/sign-up/email',
  access: 'public',
  summary: 'Register; answers the same whether the address is known or not',
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
      name: name ?? [firstName, lastName].filter(Boolean).join(' '),
    }))
    .refine(({ name }) => name.length > 0, { path: ['name'], message: 'Please enter your name' }),
  data: z.object({ message: z.string() }),
});

export const signInSocial = endpoint({
  method: 'post',
  path: '/auth/sign-in/social',
  access: 'public',
  summary: 'Begin a sign-in at Google; needs a bot token and answers with the address to go to',
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

export const signOut = endpoint({
  method: 'post',
  path: '/auth/sign-out',
  access: 'public',
  summary: 'End this session; always succeeds',
  data: z.object({}),
});

const session = z.object({ user: sessionUser.nullable(), session: z.object({ expiresAt: instant }).nullable() });

export const getSession = endpoint({
  method: 'get',
  path: '/auth/session',
  access: 'public',
  summary: 'Who is signed in; user and session are null when nobody is',
  data: session,
});

export const getSessionAlias = endpoint({ ...getSession, path: '/auth/get-session' });

const INVALID_LINK = 'Invalid verification link';

export const verifyEmail = endpoint({
  method: 'get',
  path: '/auth/verify',
  access: 'public',
  summary: 'Confirm an email address with the token of the mail',
  errors: ['BAD_REQUEST'],
  query: z.object({ token: z.string(INVALID_LINK).min(1, INVALID_LINK).max(200, INVALID_LINK) }),
  data: z.object({ message: z.string() }),
});

const mailedToken = z.object({ token: z.string().min(1).max(200) });

export const getVerificationLink = endpoint({
  method: 'get',
  path: '/auth/verification-link',
  access: 'public',
  summary: 'Whether a verification link waits for a press in this browser',
  description:
    'The browser that signed up, and one with a session of the account, call `/auth/verify` when the link is opened; every other asks first, because mail services open links to scan them. `stopsChange`: the link is for `/auth/stop-address-change`.',
  query: mailedToken,
  data: z.object({ needsPress: z.boolean(), stopsChange: z.boolean() }),
});

const addressChange = {
  path: '/auth/stop-address-change',
  access: 'public',
  errors: ['BAD_REQUEST'],
} as const;

export const getAddressChange = endpoint({
  ...addressChange,
  method: 'get',
  summary: 'Whose change of address the link in the mail to the old address would stop',
  query: mailedToken,
  data: z.object({ email: z.string() }),
});

export const stopAddressChange = endpoint({
  ...addressChange,
  method: 'post',
  summary: 'Stop a change of address with the token of the mail to the old one; ends every session',
  example: { token: 'token-of-the-mail' },
  body: z.strictObject(mailedToken.shape),
  data: z.object({ message: z.string() }),
});

export const sendVerificationEmail = endpoint({
  method: 'post',
  path: '/auth/send-verification-email',
  access: 'public',
  summary: 'Send the verification mail again; answers the same whether the address is known or not',
  example: { email: 'robin@harborline.test' },
  body: z.strictObject({ email: emailField('Please enter your email address') }),
  data: z.object({ message: z.string() }),
});

export const forgetPassword = endpoint({
  method: 'post',
  path: '/auth/forget-password',
  access: 'public',
  summary: 'Mail a reset link; answers the same whether the address is known or not',
  example: { email: 'dana@harborline.test' },
  body: z.strictObject({ email: emailField('Please enter your email address') }),
  data: z.object({ message: z.string() }),
});

const MISSING_TOKEN = 'Invalid or missing reset token';

export const resetPassword = endpoint({
  method: 'post',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'Set a new password with the token of the mail; ends every session',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-of-the-mail', newPassword: 'correct horse battery' },
  body: z.strictObject({
    token: z.string(MISSING_TOKEN).min(1, MISSING_TOKEN).max(200, MISSING_TOKEN),
    newPassword: password,
  }),
  data: z.object({ message: z.string() }),
});

export const updateUser = endpoint({
  method: 'post',
  path: '/auth/update-user',
  access: 'session',
  summary: 'Change the name of the signed-in user',
  example: { name: 'Robin Vale' },
  body: z.strictObject({ name: personName }),
  data: z.object({ user: sessionUser }),
});

export const revokeSessions = endpoint({
  method: 'post',
  path: '/auth/revoke-sessions',
  access: 'session',
  summary: 'End every session of the signed-in user, this one too',
  example: {},
  body: z.strictObject({}),
  data: z.object({ message: z.string() }),
});

export const revokeOtherSessions = endpoint({
  method: 'post',
  path: '/auth/revoke-other-sessions',
  access: 'session',
  summary: 'End every session of the signed-in user but this one',
  example: {},
  body: z.strictObject({}),
  data: z.object({ message: z.string() }),
});

const ownSession = z.object({
  id: uuid,
  /** As the browser named itself when it signed in, such as `Chrome on Windows`. */
  device: z.string(),
  signedInAt: instant,
  /** To within ten minutes. */
  lastUsedAt: instant,
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listSessions = endpoint({
  method: 'get',
  path: '/users/sessions',
  access: 'session',
  summary: 'Where the signed-in user is signed in, the last used first',
  data: z.object({ sessions: z.array(ownSession) }),
});

export const endSession = endpoint({
  method: 'delete',
  path: '/users/sessions/:id',
  access: 'session',
  summary: 'End one session of the signed-in user',
  errors: ['NOT_FOUND'],
  params: z.object({ id: uuid }),
  data: z.object({ message: z.string() }),
});

/**
 * The OAuth state of specification section 3, base64 JSON. `nonce` is ours: it names the pending flow that is bound to the session.
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
 * What the popup posts to its opener (specification section 5); `oauth-login-callback` carries no code. An error that came back without a
 * provider we know is posted without one, which no opener takes for its own.
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

/** Not an answered call but a link: the browser is sent on to the consent page. */
export const startOauth = {
  query: z.object({
    purpose: z.enum(['login', 'calendar_connect']).default('login'),
    isPopup: flag,
    returnUrl: z.string().max(2048).optional(),
    /** Of POST /auth/sign-in/social; it carries the callbackURL. */
    ticket: z.string().max(200).optional(),
  }),
};

/** What a provider sends back with the browser. */
export const oauthCallback = {
  query: z.object({
    code: z.string().max(4096).optional(),
    state: z.string().max(4096).optional(),
    error: z.string().max(200).optional(),
    error_description: z.string().max(1000).optional(),
  }),
};

export const startGoogle = rawEndpoint({
  ...startOauth,
  method: 'get',
  path: '/auth/google',
  access: 'public',
  summary: 'Send the browser to the consent page of Google',
  description:
    'To sign in it needs the `ticket` of POST /auth/sign-in/social, to connect a calendar a user who may; without, it leads to /login.',
  answers: { 302: { description: 'To the consent page, or to /login.' } },
});

export const startMicrosoft = rawEndpoint({
  ...startOauth,
  method: 'get',
  path: '/auth/microsoft',
  access: 'public',
  summary: 'Send the browser to the consent page of Microsoft',
  description:
    'To connect a calendar (`purpose=calendar_connect`) by a user who may; others are led to /login. Signing in is coming soon.',
  answers: { 302: { description: 'To the consent page, or to /login.' } },
});

export const returnFromGoogle = rawEndpoint({
  ...oauthCallback,
  method: 'get',
  path: '/auth/callback/google',
  access: 'public',
  summary: 'Where Google sends the browser back after a sign-in',
  description: 'Counts for the browser that began the sign-in, once, within ten minutes. Every end of it is a page.',
  answers: { 302: { description: 'To where the sign-in began, or to /auth/callback, which says what went wrong.' } },
});

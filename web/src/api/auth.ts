import type {
  forgetPassword,
  resetPassword,
  sendVerificationEmail,
  signInEmail,
  signInSocial,
  signOut,
  signUpEmail,
} from '#contract/auth.ts';
import type { BodyOf } from '#contract/http.ts';
import { call, tell } from './client.ts';

export function postSignIn(body: BodyOf<typeof signInEmail>) {
  return call<typeof signInEmail>({ method: 'post', path: '/auth/sign-in/email', body });
}

/** Signs in an admin, with the marker header and a bot token. */
export function postAdminSignIn(body: BodyOf<typeof signInEmail>, botToken: string) {
  return call<typeof signInEmail>({
    method: 'post',
    path: '/auth/sign-in/email',
    headers: { 'X-Turnstile-Token': botToken, 'X-Admin-Login': 'true' },
    body,
  });
}

export function postSignUp(body: BodyOf<typeof signUpEmail>) {
  return call<typeof signUpEmail>({ method: 'post', path: '/auth/sign-up/email', body });
}

/** Starts a social sign-in. The browser continues at the returned `url`. */
export function postSocialSignIn(body: BodyOf<typeof signInSocial>, botToken: string) {
  return call<typeof signInSocial>({
    method: 'post',
    path: '/auth/sign-in/social',
    headers: { 'X-Turnstile-Token': botToken },
    body,
  });
}

export function postSignOut() {
  return tell<typeof signOut>({ method: 'post', path: '/auth/sign-out' });
}

export function postForgetPassword(body: BodyOf<typeof forgetPassword>) {
  return tell<typeof forgetPassword>({ method: 'post', path: '/auth/forget-password', body });
}

export function postResetPassword(body: BodyOf<typeof resetPassword>) {
  return tell<typeof resetPassword>({ method: 'post', path: '/auth/reset-password', body });
}

export function postVerificationEmail(body: BodyOf<typeof sendVerificationEmail>) {
  return tell<typeof sendVerificationEmail>({ method: 'post', path: '/auth/send-verification-email', body });
}

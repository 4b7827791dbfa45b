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
import { call, caller, messageCaller } from './client.ts';

export const postSignIn = caller<typeof signInEmail>('post', '/auth/sign-in/email');

/** Signs in an admin, with a bot token and the header that marks an admin login. */
export function postAdminSignIn(body: BodyOf<typeof signInEmail>, botToken: string) {
  return call<typeof signInEmail>({
    method: 'post',
    path: '/auth/sign-in/email',
    headers: { 'X-Turnstile-Token': botToken, 'X-Admin-Login': 'true' },
    body,
  });
}

export const postSignUp = caller<typeof signUpEmail>('post', '/auth/sign-up/email');

/** Starts a social sign-in. The browser continues at the returned `url`. */
export function postSocialSignIn(body: BodyOf<typeof signInSocial>, botToken: string) {
  return call<typeof signInSocial>({
    method: 'post',
    path: '/auth/sign-in/social',
    headers: { 'X-Turnstile-Token': botToken },
    body,
  });
}

export const postSignOut = messageCaller<typeof signOut>('post', '/auth/sign-out');
export const postForgetPassword = messageCaller<typeof forgetPassword>('post', '/auth/forget-password');
export const postResetPassword = messageCaller<typeof resetPassword>('post', '/auth/reset-password');
export const postVerificationEmail = messageCaller<typeof sendVerificationEmail>(
  'post',
  '/auth/send-verification-email',
);

import { markBrowser } from '#api/browser-mark.ts';
import { registerUser } from '#api/commands/register-user.ts';
import { refuseGuessablePassword } from '#api/common-passwords.ts';
import { createConstantTime } from '#api/constant-time.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { hashSignUpPassword } from '#api/passwords.ts';
import { checkReturnUrl } from '#api/return-url.ts';
import { route } from '#api/route.ts';
import { signUpEmail } from '#contract/auth.ts';

const inConstantTime = createConstantTime();

export const signUpEmailRoute = route(signUpEmail, async ({ context, request, response, body }) => {
  const { callbackURL, password, ...registration } = body;
  refuseGuessablePassword('password', password, registration);
  if (callbackURL !== undefined) checkReturnUrl(context, 'callbackURL', callbackURL);
  const browserHash = markBrowser(context, request, response);
  await inConstantTime(async () => {
    // Before counting an email: a sign-up refused because the line is full must not use one up.
    const passwordHash = await hashSignUpPassword(password);
    const mayMail = await takeMailAllowance(context, request, registration.email);
    await registerUser(context, { ...registration, passwordHash }, { browserHash, mayMail });
  });
  return { message: 'Check your email: we sent you a link to verify your address.' };
});

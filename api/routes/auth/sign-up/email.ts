import { Router } from 'express';
import { markBrowser } from '#api/browser-mark.ts';
import { registerUser } from '#api/commands/register-user.ts';
import { refuseGuessablePassword } from '#api/common-passwords.ts';
import { inConstantTime } from '#api/constant-time.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { hashSignUpPassword } from '#api/passwords.ts';
import { checkReturnUrl } from '#api/return-url.ts';
import { signUpEmail } from '#contract/auth.ts';

export function signUpEmailRoute(context: ApiContext): Router {
  return Router().post(signUpEmail.path, async (request, response) => {
    const { callbackURL, password, ...registration } = readBody(signUpEmail, request);
    refuseGuessablePassword('password', password, registration);
    if (callbackURL !== undefined) checkReturnUrl(context, 'callbackURL', callbackURL);
    const browserHash = markBrowser(context, request, response);
    await inConstantTime(async () => {
      // Before counting a mail: a sign-up that finds the line full uses up none.
      const passwordHash = await hashSignUpPassword(password);
      const mayMail = await takeMailAllowance(context, request, registration.email);
      await registerUser(context, { ...registration, passwordHash }, { browserHash, mayMail });
    });
    answer(response, signUpEmail, {
      message: 'Check your email: we sent you a link to verify your address.',
    });
  });
}

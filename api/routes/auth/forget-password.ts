import { Router } from 'express';
import { queueLinkMail } from '#api/commands/queue-account-mail.ts';
import { inConstantTime } from '#api/constant-time.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { forgetPassword } from '#contract/auth.ts';
import { lockUserByEmail } from '#db/queries/users.ts';

export function forgetPasswordRoute(context: ApiContext): Router {
  const { pool, encryption } = context;
  return Router().post(forgetPassword.path, async (request, response) => {
    const { email } = readBody(forgetPassword, request);
    await inConstantTime(async () => {
      if (!(await takeMailAllowance(context, request, email, { isReset: true }))) return;
      await pool.transaction(async (transaction) => {
        const user = await lockUserByEmail(transaction, email);
        if (user && !user.disabledAt) await queueLinkMail(transaction, encryption, 'reset-password', user);
      });
    });
    answer(response, forgetPassword, {
      message: 'If this address has an account, a link to reset the password is on its way.',
    });
  });
}

import { Router } from 'express';
import { queueLinkMail } from '#api/commands/queue-account-mail.ts';
import type { ApiContext } from '#api/context.ts';
import { inEvenTime } from '#api/even-time.ts';
import { answer, readBody } from '#api/http.ts';
import { forgetPassword } from '#contract/auth.ts';
import { findUserByEmail } from '#db/queries/users.ts';

export function forgetPasswordRoute({ pool, encryption }: ApiContext): Router {
  return Router().post(forgetPassword.path, async (request, response) => {
    const { email } = readBody(forgetPassword, request);
    await inEvenTime(() =>
      pool.transaction(async (transaction) => {
        const user = await findUserByEmail(transaction, email);
        if (user && !user.disabledAt) await queueLinkMail(transaction, encryption, 'reset-password', user);
      }),
    );
    answer(response, forgetPassword, {
      message: 'If this address has an account, a link to reset the password is on its way.',
    });
  });
}

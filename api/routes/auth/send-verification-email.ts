import { Router } from 'express';
import { queueLinkMail } from '#api/commands/queue-account-mail.ts';
import type { ApiContext } from '#api/context.ts';
import { inEvenTime } from '#api/even-time.ts';
import { answer, readBody } from '#api/http.ts';
import { sendVerificationEmail } from '#contract/auth.ts';
import { findUserByEmail } from '#db/queries/users.ts';

export function sendVerificationEmailRoute({ pool, encryption }: ApiContext): Router {
  return Router().post(sendVerificationEmail.path, async (request, response) => {
    const { email } = readBody(sendVerificationEmail, request);
    await inEvenTime(() =>
      pool.transaction(async (transaction) => {
        const user = await findUserByEmail(transaction, email);
        if (user && !user.emailVerifiedAt && !user.disabledAt) {
          await queueLinkMail(transaction, encryption, 'verify-email', user);
        }
      }),
    );
    answer(response, sendVerificationEmail, {
      message: 'If this address is waiting to be verified, a new link is on its way.',
    });
  });
}

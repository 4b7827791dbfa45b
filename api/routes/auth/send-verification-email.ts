import { Router } from 'express';
import { readBrowserMark } from '#api/browser-mark.ts';
import { queueLinkMail } from '#api/commands/queue-account-mail.ts';
import { inConstantTime } from '#api/constant-time.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { sendVerificationEmail } from '#contract/auth.ts';
import { hasSignedUp } from '#db/queries/auth-tokens.ts';
import { lockUserByEmail } from '#db/queries/users.ts';

export function sendVerificationEmailRoute(context: ApiContext): Router {
  const { pool, encryption } = context;
  return Router().post(sendVerificationEmail.path, async (request, response) => {
    const { email } = readBody(sendVerificationEmail, request);
    const mark = readBrowserMark(context, request);
    await inConstantTime(async () => {
      if (!(await takeMailAllowance(context, request, email))) return;
      await pool.transaction(async (transaction) => {
        const user = await lockUserByEmail(transaction, email);
        if (!user || user.emailVerifiedAt || user.disabledAt) return;
        const isOwn = mark !== null && (await hasSignedUp(transaction, { userId: user.id, browserHash: mark }));
        await queueLinkMail(transaction, encryption, 'verify-email', user, { browserHash: isOwn ? mark : null });
      });
    });
    answer(response, sendVerificationEmail, {
      message: 'If this address is waiting to be verified, a new link is on its way.',
    });
  });
}

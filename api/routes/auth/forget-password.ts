import { queueLinkMail } from '#api/commands/queue-account-mail.ts';
import { createConstantTime } from '#api/constant-time.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { route } from '#api/route.ts';
import { forgetPassword } from '#contract/auth.ts';
import { findUserByEmail, lockUserByEmail, type UserRow } from '#db/queries/users.ts';

const inConstantTime = createConstantTime();

export const forgetPasswordRoute = route(forgetPassword, async ({ context, request, body: { email } }) => {
  await inConstantTime(async () => {
    const isDue = isOpen(await findUserByEmail(context.pool, email));
    if (!(await takeMailAllowance(context, request, email, { isReset: true, isDue }))) return;
    await context.pool.transaction(async (transaction) => {
      const user = await lockUserByEmail(transaction, email);
      if (isOpen(user)) await queueLinkMail(transaction, context.encryption, 'reset-password', user);
    });
  });
  return { message: 'If this address has an account, a link to reset the password is on its way.' };
});

const isOpen = (user: UserRow | null): user is UserRow => user !== null && user.disabledAt === null;

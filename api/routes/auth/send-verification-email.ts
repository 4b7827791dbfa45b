import { readBrowserMark } from '#api/browser-mark.ts';
import { queueLinkMail } from '#api/commands/queue-account-mail.ts';
import { createConstantTime } from '#api/constant-time.ts';
import { takeMailAllowance } from '#api/mail-allowance.ts';
import { route } from '#api/route.ts';
import { sendVerificationEmail } from '#contract/auth.ts';
import { hasSignedUp } from '#db/queries/auth-tokens.ts';
import { findUserByEmail, lockUserByEmail, type UserRow } from '#db/queries/users.ts';

const inConstantTime = createConstantTime();

export const sendVerificationEmailRoute = route(sendVerificationEmail, async ({ context, request, body }) => {
  const { email } = body;
  const { pool, encryption } = context;
  const mark = readBrowserMark(context, request);
  await inConstantTime(async () => {
    const isDue = isWaiting(await findUserByEmail(pool, email));
    if (!(await takeMailAllowance(context, request, email, { isDue }))) return;
    await pool.transaction(async (transaction) => {
      const user = await lockUserByEmail(transaction, email);
      if (!isWaiting(user)) return;
      const isOwn = mark !== null && (await hasSignedUp(transaction, { userId: user.id, browserHash: mark }));
      await queueLinkMail(transaction, encryption, 'verify-email', user, { browserHash: isOwn ? mark : null });
    });
  });
  return { message: 'If this address is waiting to be verified, a new link is on its way.' };
});

const isWaiting = (user: UserRow | null): user is UserRow =>
  user !== null && user.emailVerifiedAt === null && user.disabledAt === null;

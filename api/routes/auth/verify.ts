import { confirmEmail } from '#api/commands/confirm-email.ts';
import { route } from '#api/route.ts';
import { verifyEmail } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';

/** Uses the links mailed for new accounts and address changes. */
export const verifyRoute = route(verifyEmail, async ({ context, request, query: { token } }) => {
  await confirmEmail(context, request, hashToken(token));
  return { message: 'Your email address is verified. You can sign in now.' };
});

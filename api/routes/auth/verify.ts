import { readBrowserMark } from '#api/browser-mark.ts';
import { confirmEmail } from '#api/commands/confirm-email.ts';
import { route } from '#api/route.ts';
import { verifyEmail } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';

/** Uses the links emailed for new accounts and address changes. */
export const verifyRoute = route(verifyEmail, async ({ context, request, query: { token } }) => {
  const browserHash = readBrowserMark(context, request);
  const { needsPassword } = await confirmEmail(context, request, { tokenHash: hashToken(token), browserHash });
  const next = needsPassword ? 'Set a password to sign in.' : 'You can sign in now.';
  return { message: `Your email address is verified. ${next}`, needsPassword };
});

import { readBrowserMark } from '#api/browser-mark.ts';
import { confirmEmail } from '#api/commands/confirm-email.ts';
import { rememberLinkBrowser } from '#api/known-browser.ts';
import { isForeignFetch } from '#api/middleware/same-origin.ts';
import { route } from '#api/route.ts';
import { verifyEmail } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';

/** Uses the links emailed for new accounts and address changes. */
export const verifyRoute = route(verifyEmail, async ({ context, request, query: { token } }) => {
  const browserHash = readBrowserMark(context, request);
  const tokenHash = hashToken(token);
  const { needsPassword, change } = await confirmEmail(context, request, { tokenHash, browserHash });
  // Otherwise a foreign page could submit its author's token, making the browser unknown to its user's account.
  if (change && !isForeignFetch(request)) {
    const { before, after } = change;
    rememberLinkBrowser(context, request, { ...before, userId: before.id }, after.accessVersion);
  }
  const next = needsPassword ? 'Set a password to sign in.' : 'You can sign in now.';
  return { message: `Your email address is verified. ${next}`, needsPassword };
});

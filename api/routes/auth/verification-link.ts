import { readBrowserMark } from '#api/browser-mark.ts';
import { route } from '#api/route.ts';
import { loadAccess } from '#api/sessions.ts';
import { getVerificationLink } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';
import { findAuthToken, needsPress } from '#db/queries/auth-tokens.ts';

/** Reports whether the page must ask for a click before it uses the link. Changes nothing. */
export const verificationLinkRoute = route(getVerificationLink, async ({ context, request, query: { token } }) => {
  const access = await loadAccess(context, request);
  const browser = { browserHash: readBrowserMark(context, request), userId: access?.userId ?? null };
  const tokenHash = hashToken(token);
  const link = await findAuthToken(context.pool, tokenHash);
  return {
    needsPress: await needsPress(context.pool, { tokenHash, ...browser }),
    stopsChange: link?.purpose === 'stop_change_email',
  };
});

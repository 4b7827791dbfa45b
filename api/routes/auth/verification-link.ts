import { Router } from 'express';
import { readBrowserMark } from '#api/browser-mark.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readQuery } from '#api/http.ts';
import { loadAccess } from '#api/sessions.ts';
import { getVerificationLink } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';
import { findAuthToken, needsPress } from '#db/queries/auth-tokens.ts';

/** Reports whether the page must ask for a click before it uses the link. Changes nothing. */
export function verificationLinkRoute(context: ApiContext): Router {
  return Router().get(getVerificationLink.path, async (request, response) => {
    const { token } = readQuery(getVerificationLink, request);
    const access = await loadAccess(context, request);
    const browser = { browserHash: readBrowserMark(context, request), userId: access?.userId ?? null };
    const tokenHash = hashToken(token);
    const link = await findAuthToken(context.pool, tokenHash);
    answer(response, getVerificationLink, {
      needsPress: await needsPress(context.pool, { tokenHash, ...browser }),
      stopsChange: link?.purpose === 'stop_change_email',
    });
  });
}

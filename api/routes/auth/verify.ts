import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import { readBrowserMark } from '#api/browser-mark.ts';
import { confirmEmail } from '#api/commands/confirm-email.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readQuery } from '#api/http.ts';
import { verifyEmail } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';

const ACTIONS = { verify_email: 'email.verified', change_email: 'email.changed' } as const;

/** Uses the links mailed for new accounts and address changes. */
export function verifyRoute(context: ApiContext): Router {
  return Router().get(verifyEmail.path, async (request, response) => {
    const tokenHash = hashToken(readQuery(verifyEmail, request).token);
    const browserHash = readBrowserMark(context, request);
    const { needsPassword } = await confirmEmail(
      context,
      { tokenHash, browserHash },
      async (transaction, { id }, purpose) => {
        await audit(transaction, request, { actorUserId: id, action: ACTIONS[purpose], subject: userSubject(id) });
      },
    );
    const next = needsPassword ? 'Set a password to sign in.' : 'You can sign in now.';
    answer(response, verifyEmail, { message: `Your email address is verified. ${next}`, needsPassword });
  });
}

import { auditOwn } from '#api/audit.ts';
import { forgetBrowser } from '#api/known-browser.ts';
import { route } from '#api/route.ts';
import { endSession, lockOpenSession } from '#api/sessions.ts';
import { revokeSessions } from '#contract/auth.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

export const revokeSessionsRoute = route(revokeSessions, async ({ context, request, response, caller }) => {
  const { userId } = caller;
  await context.pool.transaction(async (transaction) => {
    await lockOpenSession(transaction, caller);
    await endWaysIn(transaction, 'sessions_revoked', { userId });
    await auditOwn(transaction, request, { userId, action: 'sessions.revoked' });
  });
  await endSession(context, request, response);
  forgetBrowser(context, response);
  return { message: 'You are signed out everywhere.' };
});

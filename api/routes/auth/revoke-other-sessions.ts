import { auditOwn } from '#api/audit.ts';
import { keepBrowser } from '#api/known-browser.ts';
import { route } from '#api/route.ts';
import { lockOpenSession } from '#api/sessions.ts';
import { revokeOtherSessions } from '#contract/auth.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

export const revokeOtherSessionsRoute = route(revokeOtherSessions, async ({ context, request, caller }) => {
  const { userId, sessionId } = caller;
  const accessVersion = await context.pool.transaction(async (transaction) => {
    await lockOpenSession(transaction, caller);
    const version = await endWaysIn(transaction, 'other_sessions_revoked', { userId, sessionId });
    await auditOwn(transaction, request, { userId, action: 'sessions.others_revoked' });
    return version;
  });
  keepBrowser(context, request, caller, accessVersion);
  return { message: 'You are signed out everywhere else.' };
});

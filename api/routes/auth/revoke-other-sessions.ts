import { auditOwn } from '#api/audit.ts';
import { route } from '#api/route.ts';
import { revokeOtherSessions } from '#contract/auth.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

export const revokeOtherSessionsRoute = route(revokeOtherSessions, async ({ context, request, caller }) => {
  const { userId, sessionId } = caller;
  await context.pool.transaction(async (transaction) => {
    await endWaysIn(transaction, 'other_sessions_revoked', { userId, sessionId });
    await auditOwn(transaction, request, { userId, action: 'sessions.others_revoked' });
  });
  return { message: 'You are signed out everywhere else.' };
});

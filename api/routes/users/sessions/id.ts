import { auditOwn } from '#api/audit.ts';
import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { endSession } from '#contract/auth.ts';
import { isOwnSession } from '#db/queries/sessions.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

export const sessionIdRoute = route(endSession, async ({ context, request, caller: { userId }, params }) => {
  const { id: sessionId } = params;
  await context.pool.transaction(async (transaction) => {
    if (!(await isOwnSession(transaction, { userId, sessionId }))) throw notFound();
    await endWaysIn(transaction, 'session_revoked', { userId, sessionId });
    await auditOwn(transaction, request, { userId, action: 'sessions.one_revoked' });
  });
  return { message: 'That browser is signed out.' };
});

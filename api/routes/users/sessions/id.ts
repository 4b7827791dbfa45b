import { auditOwn } from '#api/audit.ts';
import { notFound } from '#api/errors.ts';
import { keepBrowser } from '#api/known-browser.ts';
import { route } from '#api/route.ts';
import { lockOpenSession } from '#api/sessions.ts';
import { endSession } from '#contract/auth.ts';
import { isOwnSession } from '#db/queries/sessions.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

export const sessionIdRoute = route(endSession, async ({ context, request, caller, params }) => {
  const { userId } = caller;
  const { id: sessionId } = params;
  const accessVersion = await context.pool.transaction(async (transaction) => {
    await lockOpenSession(transaction, caller);
    if (!(await isOwnSession(transaction, { userId, sessionId }))) throw notFound();
    const version = await endWaysIn(transaction, 'session_revoked', { userId, sessionId });
    await auditOwn(transaction, request, { userId, action: 'sessions.one_revoked' });
    return version;
  });
  if (sessionId !== caller.sessionId) keepBrowser(context, request, caller, accessVersion);
  return { message: 'That browser is signed out.' };
});

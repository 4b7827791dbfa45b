import { auditOwn } from '#api/audit.ts';
import { forgetBrowser } from '#api/known-browser.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { type Call, route } from '#api/route.ts';
import { endSession, lockOpenSession } from '#api/sessions.ts';
import { deleteAccount, deleteUser } from '#contract/account.ts';
import { closeAccount } from '#db/close-account.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';

/** Serves both paths of the specification. */
export const accountRoutes = [deleteAccount, deleteUser].map((endpoint) =>
  route(endpoint, closeOwnAccount, (context) => [requireFreshFactor(context)]),
);

type Closing = Pick<Call<typeof deleteAccount>, 'context' | 'request' | 'response' | 'caller'>;

async function closeOwnAccount({ context, request, response, caller }: Closing) {
  const { userId } = caller;
  await context.pool.transaction(async (transaction) => {
    await lockPlanning(transaction, userId);
    await lockOpenSession(transaction, caller);
    if (!(await closeAccount(transaction, userId, 'due'))) return;
    await auditOwn(transaction, request, { userId, action: 'account.deletion_requested' });
  });
  await endSession(context, request, response);
  forgetBrowser(context, response);
  return { message: 'Your account is closed, and everything in it is being deleted.' };
}

import { auditOwn } from '#api/audit.ts';
import { issueRecoveryCodes } from '#api/commands/add-factor.ts';
import { queueFactorMail } from '#api/commands/queue-account-mail.ts';
import { conflict } from '#api/errors.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { route } from '#api/route.ts';
import { lockOpenSession } from '#api/sessions.ts';
import { renewRecoveryCodes } from '#contract/factors.ts';
import { hasFactor } from '#db/queries/factors.ts';

export const recoveryCodesRoute = route(
  renewRecoveryCodes,
  async ({ context, request, caller }) => {
    const { userId } = caller;
    const recoveryCodes = await context.pool.transaction(async (transaction) => {
      const user = await lockOpenSession(transaction, caller);
      if (!(await hasFactor(transaction, userId))) throw conflict('Set up a second factor to get recovery codes.');
      await queueFactorMail(transaction, user, { change: 'codes-renewed' });
      await auditOwn(transaction, request, { userId, action: 'recovery-codes.renewed' });
      return await issueRecoveryCodes(transaction, userId);
    });
    return { recoveryCodes };
  },
  (context) => [requireFreshFactor(context)],
);

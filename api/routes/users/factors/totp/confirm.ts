import { countFactorTry } from '#api/account-cap.ts';
import { addFactor } from '#api/commands/add-factor.ts';
import { badRequest, conflict } from '#api/errors.ts';
import { checkFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { route } from '#api/route.ts';
import { totpPeriod } from '#api/totp.ts';
import { confirmTotp } from '#contract/factors.ts';
import { confirmTotpFactor, findTotpFactor, totpOwner } from '#db/queries/totp-factors.ts';

export const confirmTotpRoute = route(confirmTotp, async ({ context, request, caller, body: { code } }) => {
  const { userId } = caller;
  await checkFreshFactor(context, caller);
  const factor = await findTotpFactor(context.pool, userId);
  if (!factor) throw badRequest('The setup of your authenticator app has expired. Please start again.');
  if (factor.isConfirmed) throw alreadySetUp();
  const attempt = await countFactorTry(context, request, caller);
  if ('refusal' in attempt) throw attempt.refusal;
  const { secret } = factor;
  const period = totpPeriod(context.encryption.decrypt(secret, totpOwner(userId)), code.replace(/\s/g, ''));
  if (period === null) throw badRequest('This code is incorrect. Please enter the one your app shows now.');
  await attempt.undo();
  const recoveryCodes = await addFactor(context, request, caller, {
    kind: 'totp',
    insert: async (transaction) => {
      if (!(await confirmTotpFactor(transaction, { userId, secret, period }))) throw changedMeanwhile();
    },
  });
  return { recoveryCodes };
});

const changedMeanwhile = () =>
  conflict('The setup of your authenticator app was restarted or completed elsewhere. Please start again.');

const alreadySetUp = () => conflict('An authenticator app is already set up.');

import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { isFactorRequired } from '#api/factor-policy.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { getFactors } from '#contract/factors.ts';
import { listPasskeys } from '#db/queries/passkeys.ts';
import { countRecoveryCodes } from '#db/queries/recovery-codes.ts';
import { findTotpFactor } from '#db/queries/totp-factors.ts';

export function factorsRoute(context: ApiContext): Router {
  return Router().get(getFactors.path, requireUser(context), async (request, response) => {
    const { userId, role } = currentUser(request);
    const totp = await findTotpFactor(context.pool, userId);
    const passkeys = await listPasskeys(context.pool, userId);
    answer(response, getFactors, {
      totp: totp?.isConfirmed
        ? { createdAt: totp.createdAt.toISOString(), lastUsedAt: totp.lastUsedAt?.toISOString() ?? null }
        : null,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: await countRecoveryCodes(context.pool, userId),
      isRequired: isFactorRequired(context.config, role),
    });
  });
}

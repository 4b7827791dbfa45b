import { isFactorRequired } from '#api/factor-policy.ts';
import { route } from '#api/route.ts';
import { getFactors } from '#contract/factors.ts';
import { listPasskeys } from '#db/queries/passkeys.ts';
import { countRecoveryCodes } from '#db/queries/recovery-codes.ts';
import { findTotpFactor } from '#db/queries/totp-factors.ts';

export const factorsRoute = route(getFactors, async ({ context: { pool, config }, caller: { userId, role } }) => {
  const totp = await findTotpFactor(pool, userId);
  const passkeys = await listPasskeys(pool, userId);
  return {
    totp: totp?.isConfirmed ? usageOf(totp) : null,
    passkeys: passkeys.map(({ id, name, ...usage }) => ({ id, name, ...usageOf(usage) })),
    recoveryCodesLeft: await countRecoveryCodes(pool, userId),
    isRequired: isFactorRequired(config, role),
  };
});

function usageOf({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date | null }) {
  return { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

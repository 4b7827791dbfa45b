import type { Request } from 'express';
import { countPasswordTry } from '#api/account-cap.ts';
import { auditOwn } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { passwordRequired } from '#api/errors.ts';
import { checkFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { verifyPassword } from '#api/passwords.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { findCredentials } from '#db/queries/users.ts';

const FRESH_MS = 15 * 60_000;

/** For each protected action, its wording in error messages and the audit log's action for a refusal. */
const PURPOSES = {
  address: { words: 'change your email address', refused: 'email.change_refused' },
  factor: { words: 'add a second factor', refused: 'factor.add_refused' },
  webhook: { words: 'add a webhook', refused: 'webhook.create_refused' },
  channel: { words: 'set a channel’s URL', refused: 'channel.set_refused' },
  token: { words: 'create an access token', refused: 'token.create_refused' },
} as const;

type Proof = { purpose: keyof typeof PURPOSES; currentPassword?: string | undefined };

/**
 * Protects changes that could hand over the account: since the session may be stolen, requires a sign-in within the
 * last 15 minutes or the password.
 *
 * @throws 403 without either, 429 after too many wrong passwords
 */
export async function requireOwner(
  context: ApiContext,
  request: Request,
  access: AccessRow,
  { purpose, currentPassword }: Proof,
): Promise<void> {
  const { userId, email, sessionCreatedAt } = access;
  const { words, refused } = PURPOSES[purpose];
  if (Date.now() - sessionCreatedAt.getTime() <= FRESH_MS) return;
  const passwordHash = (await findCredentials(context.pool, email))?.passwordHash ?? null;
  if (passwordHash === null) throw passwordRequired(`Please sign in again before you ${words}.`);
  if (currentPassword === undefined) {
    throw passwordRequired(`Please enter your current password to ${words}.`);
  }
  const attempt = await countPasswordTry(context, request, { account: access, email });
  if ('refusal' in attempt) throw attempt.refusal;
  const isRight = await verifyPassword(currentPassword, passwordHash).catch(async (error: unknown) => {
    await attempt.undo(); // too many others are waiting
    throw error;
  });
  if (!isRight) {
    await auditOwn(context.pool, request, { userId, action: refused, details: { reason: 'password' } });
    throw passwordRequired('This is not your current password.');
  }
  await attempt.undo();
}

/**
 * Protects changes that could outlive a stolen session or lock out the owner: requires a fresh second factor if the
 * account has one, otherwise the same as `requireOwner`.
 */
export async function requireFactorOrOwner(
  context: ApiContext,
  request: Request,
  access: AccessRow,
  proof: Proof,
): Promise<void> {
  if (await checkFreshFactor(context, access)) return;
  await requireOwner(context, request, access, proof);
}

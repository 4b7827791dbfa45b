import type { ApiContext } from '#api/context.ts';
import { insertOrLockUser } from '#db/queries/users.ts';
import { knownTimeZone } from '#domain/known-time-zone.ts';
import { knownLocale } from '#domain/locale.ts';
import { splitName } from '#domain/user-name.ts';
import { queueExistingAccountMail, queueLinkMail } from './queue-account-mail.ts';

type Registration = {
  email: string;
  passwordHash: string;
  name: string;
  timezone?: string | undefined;
  locale?: string | undefined;
};

/**
 * Creates an unverified account and emails its verification link. If the address is taken and verified, its owner is
 * informed and nothing changes. If it was never verified, it is sent another link, which sets this sign-up's password:
 * whoever registered the address without owning it gains nothing. The caller cannot tell the difference.
 *
 * @param browserHash Identifies the browser that signs up; in that browser, the link works without a click.
 * @param mayMail False if the mailbox has reached its limit. The sign-up still counts: otherwise a stranger who used up
 *   the limit would leave only their own password for the owner to confirm.
 */
export async function registerUser(
  { pool, encryption }: ApiContext,
  { email, passwordHash, name, timezone, locale }: Registration,
  { browserHash, mayMail }: { browserHash: Buffer; mayMail: boolean },
): Promise<void> {
  await pool.transaction(async (transaction) => {
    const { user: owner } = await insertOrLockUser(transaction, {
      email,
      passwordHash,
      ...splitName(name),
      emailVerifiedAt: null,
      companyDomain: null,
      timezone: knownTimeZone(timezone),
      locale: knownLocale(locale),
    });
    if (owner.disabledAt) return;
    if (!owner.emailVerifiedAt) {
      await queueLinkMail(transaction, encryption, 'verify-email', owner, { passwordHash, browserHash, mayMail });
    } else if (mayMail) await queueExistingAccountMail(transaction, owner);
  });
}

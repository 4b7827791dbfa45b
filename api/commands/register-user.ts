import type { ApiContext } from '#api/context.ts';
import { hashPassword } from '#api/passwords.ts';
import { splitName } from '#api/person-name.ts';
import { insertUser, lockUserByEmail } from '#db/queries/users.ts';
import { knownLocale } from '#domain/locale.ts';
import { knownTimeZone } from '#domain/time-zone.ts';
import { queueExistingAccountMail, queueLinkMail } from './queue-account-mail.ts';

type Registration = {
  email: string;
  password: string;
  name: string;
  timezone?: string | undefined;
  locale?: string | undefined;
};

/**
 * Makes an unverified account and mails its verification link. An address that is taken keeps its password; its owner is told by mail, or sent a new
 * link where the account was never verified: whoever follows that one gets in with the password of this sign-up, and whoever took the address first
 * without having it does not. The caller learns nothing of the difference.
 *
 * @param browserHash Of the browser that signs up: its link acts there without a press.
 */
export async function registerUser(
  { pool, encryption }: ApiContext,
  { email, password, name, timezone, locale }: Registration,
  browserHash: Buffer,
): Promise<void> {
  // Hashed in both cases: the time it takes would tell them apart.
  const passwordHash = await hashPassword(password);
  await pool.transaction(async (transaction) => {
    const newUser = await insertUser(transaction, {
      email,
      passwordHash,
      ...splitName(name),
      emailVerifiedAt: null,
      companyDomain: null,
      timezone: knownTimeZone(timezone),
      locale: knownLocale(locale),
    });
    const owner = newUser ?? (await lockUserByEmail(transaction, email));
    if (!owner || owner.disabledAt) return;
    if (owner.emailVerifiedAt) await queueExistingAccountMail(transaction, owner);
    else await queueLinkMail(transaction, encryption, 'verify-email', owner, { passwordHash, browserHash });
  });
}

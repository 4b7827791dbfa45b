import type { ApiContext } from '#api/context.ts';
import type { Provider } from '#contract/http.ts';
import { findIdentity, upsertIdentity } from '#db/queries/identities.ts';
import { findUser, findUserByEmail, insertUser, type UserRow } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import { initialCompanyDomain } from '#domain/company-domain.ts';
import { foldCase } from '#domain/fold-case.ts';
import type { CalendarGrant, ProviderAccount } from '#providers/calendar/provider.ts';

export type SignInRefusal = 'account_disabled' | 'address_unverified' | 'account_unverified';
export type SignInOutcome = { user: UserRow } | { refusal: SignInRefusal };

/**
 * Finds or makes the account of somebody who signed in at a provider, and keeps the grant this brought.
 *
 * Accounts key on issuer and subject. A first sign-in joins a local account of the same address only where both sides have verified it: otherwise
 * whoever registered the address first without owning it would get in, or be let into, somebody else's account.
 *
 * @param timezone IANA name for the account, should this make one; null leaves it at UTC.
 */
export async function signInWithGrant(
  { pool, encryption }: ApiContext,
  provider: Provider,
  { account, refreshToken, scopes }: CalendarGrant,
  timezone: string | null,
): Promise<SignInOutcome> {
  return await pool.transaction(async (transaction) => {
    const outcome = await findOrCreateUser(transaction, account, timezone);
    if ('refusal' in outcome) return outcome;
    const { user } = outcome;
    if (user.disabledAt) return { refusal: 'account_disabled' };
    await upsertIdentity(transaction, {
      issuer: account.issuer,
      subject: account.subject,
      provider,
      userId: user.id,
      email: foldCase(account.email),
      scopes,
      refreshToken: refreshToken === null ? null : encryption.encrypt(refreshToken, `${user.id}:${provider}`),
    });
    return outcome;
  });
}

async function findOrCreateUser(
  transaction: Transaction,
  account: ProviderAccount,
  timezone: string | null,
): Promise<SignInOutcome> {
  const identity = await findIdentity(transaction, account);
  const known = identity && (await findUser(transaction, identity.userId));
  if (known) return { user: known };
  if (!account.emailVerified) return { refusal: 'address_unverified' };

  const email = foldCase(account.email);
  const created = await insertUser(transaction, {
    email,
    emailVerifiedAt: new Date(),
    passwordHash: null,
    firstName: account.firstName,
    lastName: account.lastName,
    companyDomain: initialCompanyDomain(email),
    timezone,
  });
  if (created) return { user: created };
  const local = await findUserByEmail(transaction, email);
  if (!local?.emailVerifiedAt) return { refusal: 'account_unverified' };
  return { user: local };
}

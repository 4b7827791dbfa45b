import type { ApiContext } from '#api/context.ts';
import type { Provider } from '#contract/http.ts';
import { replaceGrant } from '#db/queries/calendar-integrations.ts';
import { findIdentity, upsertIdentity } from '#db/queries/identities.ts';
import {
  insertOrLockUser,
  lockAndFindUser,
  type NewUser,
  type UserRow,
  updateEmailVerified,
} from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import type { Transaction } from '#db/sql.ts';
import { initialCompanyDomain } from '#domain/company-domain.ts';
import { foldCase } from '#domain/fold-case.ts';
import { CALENDAR_SCOPES, type CalendarGrant, type ProviderAccount } from '#providers/calendar/provider.ts';
import { queueNotice } from './queue-account-mail.ts';

export type SignInRefusal = 'account_disabled' | 'address_unverified' | 'account_unverified' | 'address_not_hosted';
type Place = Pick<NewUser, 'timezone' | 'locale'>;
export type SignInOutcome = { user: UserRow; isJoined: boolean } | { refusal: SignInRefusal };

/**
 * Finds or creates the account for a provider sign-in, and stores its grant, also for the calendar if it is connected.
 *
 * Accounts are keyed by issuer and subject. A first sign-in is linked to an existing account with the same address only
 * if that account verified it and the provider hosts the address's mail: otherwise, whoever is given a reassigned
 * address would get its former holder's account. Linking revokes all earlier ways in, because whoever registered the
 * address first may not have owned it.
 *
 * @param place Time zone and locale for a new account.
 */
export async function signInWithGrant(
  { pool, encryption }: ApiContext,
  provider: Provider,
  { account, refreshToken, scopes }: CalendarGrant,
  place: Place,
): Promise<SignInOutcome> {
  return await pool.transaction(async (transaction) => {
    const outcome = await findOrCreateUser(transaction, account, place);
    if ('refusal' in outcome) return outcome;
    const userId = outcome.user.id;
    const { issuer, subject } = account;
    const envelope = refreshToken === null ? null : encryption.encrypt(refreshToken, `${userId}:${provider}`);
    // Each sign-in adds a refresh token, and Google keeps only an account's latest 100.
    if (envelope !== null && scopes.includes(CALENDAR_SCOPES[provider])) {
      await replaceGrant(transaction, { userId, provider, accountSubject: subject, refreshToken: envelope, scopes });
    }
    const email = foldCase(account.email);
    await upsertIdentity(transaction, { issuer, subject, provider, userId, email, scopes, refreshToken: envelope });
    return outcome;
  });
}

async function findOrCreateUser(
  transaction: Transaction,
  account: ProviderAccount,
  { timezone, locale }: Place,
): Promise<SignInOutcome> {
  const known = await findKnownUser(transaction, account);
  if (known) return known.disabledAt ? { refusal: 'account_disabled' } : { user: known, isJoined: false };
  if (!account.emailVerified) return { refusal: 'address_unverified' };

  const email = foldCase(account.email);
  const { user, isNew } = await insertOrLockUser(transaction, {
    email,
    emailVerifiedAt: new Date(),
    passwordHash: null,
    firstName: account.firstName,
    lastName: account.lastName,
    companyDomain: initialCompanyDomain(email),
    timezone,
    locale,
  });
  if (isNew) return { user, isJoined: false };
  if (user.disabledAt) return { refusal: 'account_disabled' };
  return await join(transaction, user, account);
}

/** Returns a provider account's user. Reads the identity again under a lock, since a reset may have ended it. */
async function findKnownUser(transaction: Transaction, account: ProviderAccount): Promise<UserRow | null> {
  const identity = await findIdentity(transaction, account);
  const user = identity && (await lockAndFindUser(transaction, identity.userId));
  const current = user && (await findIdentity(transaction, account));
  return current?.userId === user?.id ? user : null;
}

async function join(transaction: Transaction, local: UserRow, account: ProviderAccount): Promise<SignInOutcome> {
  if (!account.isMailHost) return { refusal: 'address_not_hosted' };
  if (!local.emailVerifiedAt) {
    // The owner might follow a link from someone else's sign-up, so all links stop working. The address is marked as
    // verified, so that later sign-ups have no effect either.
    const { id: userId, email } = local;
    await updateEmailVerified(transaction, { userId, email });
    await endWaysIn(transaction, 'address_claimed', { userId });
    return { refusal: 'account_unverified' };
  }
  const accessVersion = await endWaysIn(transaction, 'provider_joined', { userId: local.id });
  await queueNotice(transaction, local, { kind: 'provider-joined', occasion: `${local.id}:${accessVersion}` });
  return { user: { ...local, accessVersion }, isJoined: true };
}

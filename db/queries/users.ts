import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import { type Role, role } from '#contract/auth.ts';
import { type ProfileChanges, profile } from '#contract/users.ts';
import { isOfMailbox } from '#db/of-mailbox.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { initialCompanyDomain } from '#domain/company-domain.ts';
import { briefingLanguageOf, DEFAULT_LOCALE } from '#domain/locale.ts';

const userRow = profile.omit({ emailVerified: true }).extend({
  id: z.uuid(),
  emailVerifiedAt: z.date().nullable(),
  role,
  disabledAt: z.date().nullable(),
  /** Incremented whenever ways to sign in are revoked (`endWaysIn`). */
  accessVersion: z.number(),
});
export type UserRow = z.infer<typeof userRow>;

const columns = sql.fragment`
  users.id, users.email, users.email_verified_at as "emailVerifiedAt", users.first_name as "firstName", users.last_name as "lastName",
  users.company_domain as "companyDomain", users.timezone, users.email_notifications as "emailNotifications", users.role,
  users.job_title as "jobTitle", users.offering, users.meeting_goal as "meetingGoal",
  users.briefing_language as "briefingLanguage", users.locale, users.hour_cycle as "hourCycle", users.disabled_at as "disabledAt", users.access_version as "accessVersion",
  (select reason from mail_suppressions where address = users.email and lifted_at is null) as "mailStopped"
`;

export async function findUser(connection: Connection, id: string) {
  return await connection.maybeOne(sql.type(userRow)`select ${columns} from users where id = ${id}`);
}

/** Returns the ids of users with these addresses, in locking order. */
export async function listUserIds(connection: Connection, emails: readonly string[]) {
  if (emails.length === 0) return [];
  return await connection.anyFirst(sql.typeAlias('id')`
    select id from users where email = any(${sql.array([...emails], 'text')}) order by id
  `);
}

/** Like `findUser`, but locks the account until the transaction ends. */
export async function lockAndFindUser(transaction: Transaction, id: string) {
  return await transaction.maybeOne(sql.type(userRow)`
    select ${columns} from users where id = ${id} for no key update of users
  `);
}

/** Like `findUserByEmail`, but locks the account until the transaction ends. */
export async function lockUserByEmail(transaction: Transaction, email: string) {
  return await transaction.maybeOne(sql.type(userRow)`
    select ${columns} from users where email = ${email} for no key update of users
  `);
}

/**
 * Returns the accounts that have this address or have moved away from it, as emails of the last 13 months show, sent or
 * not.
 */
export async function listUsersByAnyEmail(connection: Connection, email: string) {
  return await connection.any(sql.type(userRow)`
    select ${columns} from users
    where email = ${email}
      or id in (select user_id from emails where to_address = ${email} and kind = 'email-changed')
    order by id
  `);
}

/** Returns the user with this address (ASCII case folded, as stored); null if there is none. */
export async function findUserByEmail(connection: Connection, email: string) {
  return await connection.maybeOne(sql.type(userRow)`select ${columns} from users where email = ${email}`);
}

/** The expression indexed by `users_by_mailbox`. */
const mailboxKey = (email: FragmentSqlToken) =>
  sql.fragment`replace(split_part(split_part(${email}, '@', 1), '+', 1), '.', '')`;

/** Returns whether a mailbox (`mailboxOf`) has a verified account, under any of its addresses. */
export async function hasVerifiedUser(connection: Connection, mailbox: string) {
  return await connection.exists(sql.typeAlias('id')`
    select id from users
    where email_verified_at is not null and ${mailboxKey(sql.fragment`email`)} = ${mailboxKey(sql.fragment`${mailbox}`)}
      and ${isOfMailbox(mailbox, sql.fragment`email`)}
  `);
}

const credentials = z.object({ ...userRow.shape, passwordHash: z.string().nullable() });

/** Returns a user with their password hash, which no other query reads. */
export async function findCredentials(connection: Connection, email: string) {
  return await connection.maybeOne(sql.type(credentials)`
    select ${columns}, users.password_hash as "passwordHash" from users where email = ${email}
  `);
}

export type NewUser = {
  email: string;
  emailVerifiedAt: Date | null;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  companyDomain: string | null;
  /** IANA time zone; null: UTC. */
  timezone: string | null;
  /** BCP 47; null: `en-GB`. Also determines the language of briefings, if supported. */
  locale: string | null;
};

/** Creates a user. Returns null if the address is taken, even by a concurrent registration. */
export async function insertUser(transaction: Transaction, user: NewUser) {
  const verifiedAt = user.emailVerifiedAt ? sql.timestamp(user.emailVerifiedAt) : null;
  const locale = user.locale ?? DEFAULT_LOCALE;
  return await transaction.maybeOne(sql.type(userRow)`
    insert into users (email, email_verified_at, password_hash, first_name, last_name, company_domain, timezone,
                       locale, briefing_language)
    values (${user.email}, ${verifiedAt}, ${user.passwordHash}, ${user.firstName}, ${user.lastName}, ${user.companyDomain},
            coalesce(${user.timezone}, 'UTC'), ${locale}, ${briefingLanguageOf(locale)})
    on conflict (email) do nothing
    returning ${columns}
  `);
}

/**
 * Creates a user, or returns the one with this address and locks it until the transaction ends. If that account
 * is deleted before it can be locked, as unverified ones may be, it is created again.
 */
export async function insertOrLockUser(transaction: Transaction, user: NewUser) {
  for (;;) {
    const created = await insertUser(transaction, user);
    if (created) return { user: created, isNew: true };
    const existing = await lockUserByEmail(transaction, user.email);
    if (existing) return { user: existing, isNew: false };
  }
}

/**
 * Marks the address as verified. Returns null if it has changed since the token was created. Sets the company domain if
 * there is none.
 *
 * @param user.passwordHash Hash of the new password, or null for none. Applies only if the account was not verified
 *   before; missing if a reset sets it.
 */
export async function updateEmailVerified(
  transaction: Transaction,
  user: { userId: string; email: string; passwordHash?: string | null | undefined },
) {
  const { userId, email, passwordHash } = user;
  return await transaction.maybeOne(sql.type(userRow)`
    update users
    set password_hash = case
          when email_verified_at is null and ${passwordHash !== undefined} then ${passwordHash ?? null}::text
          else password_hash
        end,
        email_verified_at = coalesce(email_verified_at, now()),
        company_domain = coalesce(company_domain, ${initialCompanyDomain(email)}),
        updated_at = now()
    where id = ${userId} and email = ${email}
    returning ${columns}
  `);
}

/** Returns whether a password or a linked provider account opens the account. */
export async function hasFirstFactor(connection: Connection, userId: string): Promise<boolean> {
  return await connection.exists(sql.typeAlias('id')`
    select id from users
    where id = ${userId} and (password_hash is not null
      or exists (select from identities where user_id = users.id and ended_at is null))
  `);
}

export async function updatePasswordHash(
  transaction: Transaction,
  { userId, passwordHash }: { userId: string; passwordHash: string },
) {
  await transaction.query(sql.typeAlias('void')`
    update users set password_hash = ${passwordHash}, updated_at = now() where id = ${userId}
  `);
}

/** Sets a user's role. Returns null if there is no such user. */
export async function updateRole(transaction: Transaction, { email, role }: { email: string; role: Role }) {
  return await transaction.maybeOne(sql.type(userRow)`
    update users set role = ${role}, updated_at = now() where email = ${email} returning ${columns}
  `);
}

/** Locks the account until the transaction ends. */
export async function lockUser(transaction: Transaction, id: string) {
  await transaction.query(sql.typeAlias('id')`select id from users where id = ${id} for no key update`);
}

/** Updates the given fields and returns the user. Not the address, which must be confirmed first (`updateEmail`). */
export async function updateProfileFields(
  transaction: Transaction,
  userId: string,
  fields: Omit<ProfileChanges, 'email'>,
) {
  return await transaction.one(sql.type(userRow)`
    update users
    set first_name = coalesce(${fields.firstName ?? null}, first_name),
        last_name = coalesce(${fields.lastName ?? null}, last_name),
        company_domain = coalesce(${fields.companyDomain ?? null}, company_domain),
        -- An empty string clears the field.
        job_title = nullif(coalesce(${fields.jobTitle ?? null}, job_title), ''),
        offering = nullif(coalesce(${fields.offering ?? null}, offering), ''),
        meeting_goal = nullif(coalesce(${fields.meetingGoal ?? null}, meeting_goal), ''),
        timezone = coalesce(${fields.timezone ?? null}, timezone),
        briefing_language = coalesce(${fields.briefingLanguage ?? null}, briefing_language),
        locale = coalesce(${fields.locale ?? null}, locale),
        hour_cycle = case when ${fields.hourCycle !== undefined} then ${fields.hourCycle ?? null} else hour_cycle end,
        email_notifications = coalesce(${fields.emailNotifications ?? null}, email_notifications),
        updated_at = now()
    where id = ${userId}
    returning ${columns}
  `);
}

/** Locks an account, so that no one can get into it, or unlocks it. Returns false if it already is, or is closed. */
export async function updateLocked(
  transaction: Transaction,
  { userId, isLocked }: { userId: string; isLocked: boolean },
) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    update users set disabled_at = case when ${isLocked} then now() end, updated_at = now()
    where id = ${userId} and (disabled_at is null) = ${isLocked} and deletion_requested_at is null
  `);
  return rowCount > 0;
}

/** Deletes an unverified account whose address another account gets: registering an address doesn't reserve it. */
export async function deleteUnverifiedUser(
  transaction: Transaction,
  { email, heirId }: { email: string; heirId: string },
) {
  await transaction.query(sql.typeAlias('void')`
    delete from users
    where email = ${email} and id <> ${heirId} and email_verified_at is null and disabled_at is null
  `);
}

/**
 * Gives the account a new, verified address. Returns null if another account has it.
 *
 * @throws UniqueIntegrityConstraintViolationError if another account takes it concurrently
 */
export async function updateEmail(transaction: Transaction, { userId, email }: { userId: string; email: string }) {
  return await transaction.maybeOne(sql.type(userRow)`
    update users set email = ${email}, email_verified_at = now(), updated_at = now()
    where id = ${userId} and not exists (select from users as other where other.email = ${email} and other.id <> ${userId})
    returning ${columns}
  `);
}

export async function updateName(
  connection: Connection,
  userId: string,
  { firstName, lastName }: { firstName: string; lastName: string },
) {
  await connection.query(sql.typeAlias('void')`
    update users set first_name = ${firstName}, last_name = ${lastName}, updated_at = now() where id = ${userId}
  `);
}

/** Records that the account was used just now, at most once every ten minutes. Unlike sessions, this record is kept. */
export async function markUserSeen(connection: Connection, userId: string) {
  await connection.query(sql.typeAlias('void')`
    update users set last_seen_at = now()
    where id = ${userId} and coalesce(last_seen_at, '-infinity') < now() - interval '10 minutes'
  `);
}

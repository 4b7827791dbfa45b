import * as z from 'zod';
import { briefingLanguage, hourCycle } from '#contract/users.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

export const emailKind = z.enum([
  'verify-email',
  'existing-account',
  'reset-password',
  'change-email',
  'change-requested',
  'email-changed',
  'provider-joined',
  'password-changed',
  'new-device',
  'factor-changed',
  'tool-access',
  'account-locked',
  'account-deleted',
  'reconnect-calendar',
  'trial-ending',
  'payment-failed',
  'receipt',
  'subscription-cancelled',
  'contact',
  'newsletter-confirm',
  'objection-confirm',
  'briefing',
  'briefing-update',
  'digest',
  'test-briefing',
]);
export type EmailKind = z.infer<typeof emailKind>;

/** Kinds that tell an account's owner who may have access to it, or how to stop a change. */
export const SECURITY_NOTICES: ReadonlySet<EmailKind> = new Set([
  'change-requested',
  'email-changed',
  'provider-joined',
  'password-changed',
  'new-device',
  'factor-changed',
  'tool-access',
  'account-locked',
]);

export const readerLocale = z.object({
  language: briefingLanguage,
  locale: z.string(),
  hourCycle: hourCycle.nullable(),
});

const emailRow = z.object({
  id: z.uuid(),
  mailKey: z.string(),
  userId: z.uuid().nullable(),
  kind: emailKind,
  toAddress: z.string(),
  data: z.unknown(),
  secret: z.string().nullable(),
  state: z.enum(['queued', 'sending', 'sent', 'unknown', 'failed', 'suppressed']),
  createdAt: z.date(),
  /** State of its account; `open` for an email without one. */
  ownerState: z.enum(['open', 'locked', 'closed']),
  /** Whether the account has since moved to another address. */
  isToFormerAddress: z.boolean(),
  /** The reader's language and formats; null for an email without an account. */
  reader: readerLocale.nullable(),
});
export type EmailRow = z.infer<typeof emailRow>;

const emailColumns = sql.fragment`
  id, mail_key as "mailKey", user_id as "userId", kind, to_address as "toAddress", data, secret, state,
  created_at as "createdAt",
  coalesce((
    select case when deletion_requested_at is not null then 'closed' when disabled_at is not null then 'locked' end
    from users where users.id = emails.user_id
  ), 'open') as "ownerState",
  exists (
    select from users where users.id = emails.user_id and users.email <> emails.to_address
  ) as "isToFormerAddress",
  (
    select jsonb_build_object('language', briefing_language, 'locale', locale, 'hourCycle', hour_cycle)
    from users where users.id = emails.user_id
  ) as reader
`;

/**
 * Queues an email. Writes nothing and returns null if the key is taken.
 *
 * @param email.secret Encrypted, owner `mailKey`; erased once the email is sent.
 * @param email.isUnknown Whether it may have been sent before the database was restored, so that it is only stored.
 */
export async function insertEmail(
  transaction: Transaction,
  email: {
    mailKey: string;
    userId: string | null;
    kind: EmailKind;
    toAddress: string;
    data: z.core.util.JSONType;
    secret?: string;
    isUnknown?: boolean;
  },
) {
  return await transaction.maybeOneFirst(sql.typeAlias('id')`
    insert into emails (mail_key, user_id, kind, to_address, data, secret, state, error)
    values (${email.mailKey}, ${email.userId}, ${email.kind}, ${email.toAddress}, ${sql.jsonb(email.data)},
      ${email.secret ?? null}, ${email.isUnknown ? 'unknown' : 'queued'}, ${email.isUnknown ? 'restored' : null})
    on conflict (mail_key) do nothing
    returning id
  `);
}

/** Returns the email and locks it until the transaction ends. */
export async function lockEmail(transaction: Transaction, emailId: string) {
  return await transaction.maybeOne(sql.type(emailRow)`
    select ${emailColumns} from emails where id = ${emailId} for update
  `);
}

export async function findEmail(connection: Connection, emailId: string) {
  return await connection.maybeOne(sql.type(emailRow)`select ${emailColumns} from emails where id = ${emailId}`);
}

/** Returns the id of the email's user; null if it has none. */
export async function findOwnerOfEmail(connection: Connection, emailId: string) {
  const owner = z.object({ userId: z.uuid().nullable() });
  return await connection.maybeOneFirst(sql.type(owner)`select user_id as "userId" from emails where id = ${emailId}`);
}

/**
 * Marks an email as being sent. Commit this before sending: from then on the email may have been sent, and only a
 * definite refusal requeues it.
 */
export async function markEmailSending(connection: Connection, emailId: string) {
  await connection.query(sql.typeAlias('void')`
    update emails set state = 'sending', attempts = attempts + 1, sending_at = now(), error = null
    where id = ${emailId} and state = 'queued'
  `);
}

/** Marks an email as sent, even an `unknown` one whose response arrived late. */
export async function markEmailSent(connection: Connection, emailId: string, providerMessageId: string) {
  await connection.query(sql.typeAlias('void')`
    update emails
    set state = 'sent', sent_at = now(), provider_message_id = ${providerMessageId}, error = null, secret = null
    where id = ${emailId} and state in ('sending', 'unknown')
  `);
}

/** Records that a channel message replaced the email, which is never sent itself. */
export async function markEmailSentByMessage(connection: Connection, emailId: string) {
  await connection.query(sql.typeAlias('void')`
    update emails set state = 'sent', by_message = true, sent_at = now(), error = null, secret = null
    where id = ${emailId} and state = 'queued'
  `);
}

/** Requeues an email that the service definitely refused. */
export async function requeueEmail(connection: Connection, emailId: string, error: string) {
  await connection.query(sql.typeAlias('void')`
    update emails set state = 'queued', error = ${error} where id = ${emailId} and state = 'sending'
  `);
}

/** Ends an email that was not sent (`failed`, `suppressed`) or may have been (`unknown`). `error` is a stable code. */
export async function closeEmail(
  connection: Connection,
  emailId: string,
  state: 'unknown' | 'failed' | 'suppressed',
  error: string,
) {
  await connection.query(sql.typeAlias('void')`
    update emails set state = ${state}, error = ${error}, secret = null
    where id = ${emailId} and state in ('queued', 'sending')
  `);
}

export async function deleteEmail(transaction: Transaction, emailId: string) {
  await transaction.query(sql.typeAlias('void')`delete from emails where id = ${emailId} and state = 'queued'`);
}

/**
 * Suppresses a user's queued emails, except security notices to addresses that the account had before. Waits for one
 * that is being claimed for sending.
 */
export async function suppressQueuedEmails(transaction: Transaction, userId: string, error: string) {
  await transaction.query(sql.typeAlias('void')`
    update emails set state = 'suppressed', error = ${error}, secret = null
    from users
    where users.id = ${userId} and user_id = users.id and state = 'queued'
      and not (to_address <> users.email and kind = any(${sql.array([...SECURITY_NOTICES], 'text')}))
  `);
}

/**
 * Returns the age in seconds of the oldest unsent email, 0 if none. Ignores emails that confirm account deletions,
 * which wait for the deletion.
 */
export async function getOldestUnsentAgeS(connection: Connection) {
  return await connection.oneFirst(sql.type(z.object({ ageS: z.number() }))`
    select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "ageS" from emails
    where state in ('queued', 'sending') and kind <> 'account-deleted'
  `);
}

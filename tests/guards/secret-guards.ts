import { type Guard, guardsOf } from './guard.ts';

const DELETION = 'tests/security/account-deletion.test.ts';
const SECRETS = 'tests/security/secrets.test.ts';
const ENCRYPTION = 'tests/db/encryption.test.ts';

/** Storage and deletion of secrets and personal data, and where neither may appear. */
export const secretGuards: Guard[] = [
  ...guardsOf(28, 'tests/api/routes/auth/reset-password.test.ts', {
    "a link's token is stored as a hash": {
      file: 'db/link-token.ts',
      text: "createHash('sha256').update(token).digest()",
      without: 'Buffer.from(token)',
      test: 'attack 28: does not store the plain token with the link or the email',
    },
    'links are built from our own setting': {
      file: 'workers/emails/mail-kinds.ts',
      text: '`${settings.publicUrl}${path}',
      without: '`http://evil.test${path}',
      test: "attack 28: builds the email's link from our own setting, not the Host header",
    },
  }),
  ...guardsOf(29, ENCRYPTION, {
    'an envelope is bound to its owner': {
      file: 'db/encryption.ts',
      text: 'const boundTo = (owner: string) => Buffer.from(owner);',
      without: "const boundTo = (owner: string) => Buffer.from('anybody' + owner.slice(0, 0));",
      test: 'attack 29: refuses an envelope moved to another owner',
    },
  }),
  ...guardsOf(29, SECRETS, {
    'older keys still decrypt': {
      file: 'db/encryption.ts',
      text: 'ring.find(({ id }) => id === keyId)?.key',
      without: '[current].find(({ id }) => id === keyId)?.key',
      test: 'attack 29: still decrypt old secrets after a rotation',
    },
    'query strings are not logged': {
      file: 'api/request-log.ts',
      text: 'path: withoutTokens(withoutQuery(url)),',
      without: 'path: withoutTokens(url),',
      test: 'attack 29: are not in the api log',
    },
  }),
  ...guardsOf(29, 'tests/api/routes/auth/callback/google.test.ts', {
    'a grant is stored encrypted': {
      file: 'api/commands/sign-in-with-grant.ts',
      text: 'const envelope = refreshToken === null ? null : encryption.encrypt(refreshToken, `${userId}:${provider}`);',
      without: 'const envelope = refreshToken;',
      test: 'stores the grant encrypted',
    },
  }),
  ...guardsOf(29, 'tests/api/routes/users/calendar/connect.test.ts', {
    'the grant of a connected calendar is stored encrypted': {
      file: 'api/commands/connect-calendar.ts',
      text: 'refreshToken: context.encryption.encrypt(refreshToken, `${userId}:${provider}`),',
      without: 'refreshToken,',
      test: 'attack 29: stores the grant encrypted',
    },
  }),
  ...guardsOf(30, DELETION, {
    "a stopped former address isn't kept": {
      file: 'db/queries/mail-suppressions.ts',
      text: "where address in (select to_address from emails where user_id = ${userId} and kind <> 'change-email')",
      without: 'where address = ${userId}',
      test: 'forgets that mail to a former address was stopped',
    },
    'a grant is revoked before its row is deleted': {
      file: 'workers/activities/account.ts',
      text: 'if (grantsLeft.length > 0) return { grantsLeft };',
      test: 'ends sessions immediately, leaves no trace of the user, and spares others',
    },
    'data stored by address is deleted too': {
      file: 'db/queries/account-deletion.ts',
      text: 'delete from newsletter_subscriptions where email = ${email}',
      without: 'delete from newsletter_subscriptions where email = ${email} and false',
      test: 'ends sessions immediately, leaves no trace of the user, and spares others',
    },
  }),
  ...guardsOf(30, 'tests/workflows/upkeep.test.ts', {
    'answers about guests no longer met are deleted': {
      file: 'db/queries/old-records.ts',
      text: 'where answered_at < ${retained} and',
      without: 'where ${months} < 0 and',
      test: 'answers about a guest are kept for thirteen months after the last meeting',
    },
    'stopped addresses nobody uses are forgotten': {
      file: 'db/queries/upkeep.ts',
      text: "lifted_at < now() - interval '30 days'",
      without: 'false',
      test: 'expired rows are deleted, and nothing else',
    },
  }),
  ...guardsOf(30, 'tests/api/routes/users/account.test.ts', {
    'no pending email is sent for a closed account': {
      file: 'db/close-account.ts',
      text: "await suppressQueuedEmails(transaction, userId, 'account_closed');",
      test: 'closes the account: ends sessions, suppresses queued email, requests deletion',
    },
  }),
  ...guardsOf(30, 'tests/workflows/delete-account.test.ts', {
    'the subscription ends before its rows are deleted': {
      file: 'workflows/delete-account.ts',
      text: "if (patched('end-billing')) await endSubscription(userId);",
      without: "patched('end-billing');",
      test: 'attack 30: ends the subscription and remembers',
    },
  }),
  ...guardsOf(30, 'tests/api/routes/users/export.test.ts', {
    "an export omits other people's IP addresses": {
      file: 'db/queries/account-export.ts',
      text: 'case when actor_user_id = ${userId} then ip end as ip',
      without: 'ip',
      test: "attack 30: excludes other people's data and an admin's IP address",
    },
  }),
];

import type { Guard } from './guard.ts';

const DELETION = 'tests/security/account-deletion.test.ts';
const SECRETS = 'tests/security/secrets.test.ts';
const ENCRYPTION = 'tests/db/encryption.test.ts';

/** How secrets and personal data are stored and deleted, and where they must not be found. */
export const secretGuards: Guard[] = [
  {
    row: 28,
    what: "a link's token is stored as a hash",
    file: 'db/link-token.ts',
    text: "createHash('sha256').update(token).digest()",
    without: 'Buffer.from(token)',
    test: {
      file: 'tests/api/routes/auth/reset-password.test.ts',
      title: 'attack 28: stores the token hashed, and encrypted in the mail',
    },
  },
  {
    row: 28,
    what: 'links are built from our own setting',
    file: 'workers/emails/mail-kinds.ts',
    text: '`${settings.publicUrl}${path}',
    without: '`http://evil.test${path}',
    test: {
      file: 'tests/api/routes/auth/reset-password.test.ts',
      title: "attack 28: builds the mail's link from our own setting, not the Host header",
    },
  },
  {
    row: 29,
    what: 'an envelope is bound to its owner',
    file: 'db/encryption.ts',
    text: 'const boundTo = (owner: string) => Buffer.from(owner);',
    without: "const boundTo = (owner: string) => Buffer.from('anybody' + owner.slice(0, 0));",
    test: { file: ENCRYPTION, title: 'attack 29: refuses an envelope moved to another owner' },
  },
  {
    row: 29,
    what: 'older keys still decrypt',
    file: 'db/encryption.ts',
    text: 'ring.find(({ id }) => id === keyId)?.key',
    without: '[current].find(({ id }) => id === keyId)?.key',
    test: {
      file: SECRETS,
      title: 'attack 29: can be rotated while running: a new one encrypts, old ones decrypt',
    },
  },
  {
    row: 29,
    what: 'a grant is stored encrypted',
    file: 'api/commands/sign-in-with-grant.ts',
    text: 'refreshToken: refreshToken === null ? null : encryption.encrypt(refreshToken, `${user.id}:${provider}`),',
    without: 'refreshToken,',
    test: { file: 'tests/api/routes/auth/callback/google.test.ts', title: 'stores the grant encrypted' },
  },
  {
    row: 29,
    what: 'query strings are not logged',
    file: 'api/request-log.ts',
    text: 'path: withoutTokens(withoutQuery(url)),',
    without: 'path: withoutTokens(url),',
    test: { file: SECRETS, title: 'attack 29: are not in the api log' },
  },
  {
    row: 30,
    what: 'a grant is revoked before its row is deleted',
    file: 'workers/activities/account.ts',
    text: 'if (grantsLeft.length > 0) return { grantsLeft };',
    without: '',
    test: { file: DELETION, title: 'ends sessions immediately, leaves no trace of the user, and spares others' },
  },
  {
    row: 29,
    what: 'the grant of a connected calendar is stored encrypted',
    file: 'api/commands/connect-calendar.ts',
    text: 'refreshToken: context.encryption.encrypt(refreshToken, `${userId}:${provider}`),',
    without: 'refreshToken,',
    test: { file: 'tests/api/routes/users/calendar/connect.test.ts', title: 'attack 29: stores the grant encrypted' },
  },
  {
    row: 30,
    what: 'no pending mail is sent for a closed account',
    file: 'db/close-account.ts',
    text: "await suppressQueuedEmails(transaction, userId, 'account_closed');",
    without: '',
    test: {
      file: 'tests/api/routes/users/account.test.ts',
      title: 'closes the account: ends sessions, suppresses queued mail, requests deletion',
    },
  },
  {
    row: 30,
    what: 'the subscription ends before its rows are deleted',
    file: 'workflows/delete-account.ts',
    text: "if (patched('end-billing')) await endSubscription(userId);",
    without: "patched('end-billing');",
    test: {
      file: 'tests/workflows/delete-account.test.ts',
      title: 'attack 30: ends the subscription first',
    },
  },
  {
    row: 30,
    what: 'data held by address is deleted too',
    file: 'db/queries/account-deletion.ts',
    text: 'delete from newsletter_subscriptions where email = ${email}',
    without: 'delete from newsletter_subscriptions where email = ${email} and false',
    test: { file: DELETION, title: 'ends sessions immediately, leaves no trace of the user, and spares others' },
  },
  {
    row: 30,
    what: "an export omits other people's IP addresses",
    file: 'db/queries/account-export.ts',
    text: 'case when actor_user_id = ${userId} then ip end as ip',
    without: 'ip',
    test: {
      file: 'tests/api/routes/users/export.test.ts',
      title: "attack 30: excludes other people's data and an admin's IP address",
    },
  },
];

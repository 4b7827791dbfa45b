import type { Encryption } from '#db/encryption.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { deleteUnusedAuthTokens, insertAuthToken, type TokenPurpose } from '#db/queries/auth-tokens.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import type { UserRow } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';

const LINK_MAILS = {
  'verify-email': { purpose: 'verify_email', expiresInHours: 24 },
  'reset-password': { purpose: 'reset_password', expiresInHours: 1 },
  'change-email': { purpose: 'change_email', expiresInHours: 24 },
} as const satisfies Record<string, { purpose: TokenPurpose; expiresInHours: number }>;

type Recipient = Pick<UserRow, 'id' | 'email' | 'firstName'>;

/**
 * Queues a mail with a single-use link; earlier links of its kind stop working, but for those that confirm a sign-up. The token is known to the mail
 * alone: the database has its hash, and the text of the link only encrypted, until the mail has left.
 *
 * @param passwordHash What the account opens with once the link is followed: of the sign-up that it confirms.
 */
export async function queueLinkMail(
  transaction: Transaction,
  encryption: Encryption,
  kind: keyof typeof LINK_MAILS,
  user: Recipient,
  passwordHash: string | null = null,
): Promise<void> {
  const { purpose, expiresInHours } = LINK_MAILS[kind];
  const token = createToken();
  if (passwordHash === null) await deleteUnusedAuthTokens(transaction, { userId: user.id, purpose });
  const tokenId = await insertAuthToken(transaction, {
    userId: user.id,
    purpose,
    tokenHash: hashToken(token),
    email: user.email,
    expiresInHours,
    passwordHash,
  });
  const mailKey = `${kind}:${tokenId}`;
  await queueMail(transaction, { kind, mailKey, user, secret: encryption.encrypt(token, mailKey) });
}

/** Tells the owner of an address that somebody tried to register it; at most once an hour. */
export async function queueExistingAccountMail(transaction: Transaction, user: Recipient): Promise<void> {
  const hour = new Date().toISOString().slice(0, 13);
  await queueMail(transaction, { kind: 'existing-account', mailKey: `existing-account:${user.id}:${hour}`, user });
}

/** Tells the address that an account had until now. `changeId`: the token that was followed; each change is told once. */
export async function queueEmailChangedMail(
  transaction: Transaction,
  user: Recipient,
  changeId: string,
): Promise<void> {
  await queueMail(transaction, { kind: 'email-changed', mailKey: `email-changed:${changeId}`, user });
}

async function queueMail(
  transaction: Transaction,
  mail: {
    kind: keyof typeof LINK_MAILS | 'existing-account' | 'email-changed';
    mailKey: string;
    user: Recipient;
    secret?: string;
  },
): Promise<void> {
  const { user, ...rest } = mail;
  const emailId = await insertEmail(transaction, {
    ...rest,
    userId: user.id,
    toAddress: user.email,
    data: { name: user.firstName },
  });
  if (emailId) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
}

import { randomUUID } from 'node:crypto';
import { ADDRESS_LINK_HOURS, RESET_LINK_HOURS } from '#contract/limits.ts';
import type { Encryption } from '#db/encryption.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { deleteUnusedAuthTokens, insertAuthToken, type TokenPurpose } from '#db/queries/auth-tokens.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import type { UserRow } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import type { ChannelKind } from '#domain/enumerations.ts';

const LINK_MAILS = {
  'verify-email': { purpose: 'verify_email', expiresInHours: ADDRESS_LINK_HOURS, replacesEarlier: true },
  // Anyone can request one, so a new request must not invalidate the owner's link.
  'reset-password': { purpose: 'reset_password', expiresInHours: RESET_LINK_HOURS, replacesEarlier: false },
  'change-email': { purpose: 'change_email', expiresInHours: ADDRESS_LINK_HOURS, replacesEarlier: true },
  'change-requested': { purpose: 'stop_change_email', expiresInHours: ADDRESS_LINK_HOURS, replacesEarlier: false },
} as const satisfies Record<string, { purpose: TokenPurpose; expiresInHours: number; replacesEarlier: boolean }>;

/** What a link is bound to besides its account. */
type LinkOrigin = {
  /** From the sign-up that the link confirms: becomes the account's password once the link is followed. */
  passwordHash?: string | undefined;
  /** Identifies the browser that signed up (`api/browser-mark.ts`). */
  browserHash?: Buffer | null | undefined;
  /** The session that requested an address change. */
  sessionId?: string | undefined;
  /** False to store the link without mailing it, so that no one can follow it. */
  mayMail?: boolean;
};

type Recipient = Pick<UserRow, 'id' | 'email' | 'firstName'>;

/**
 * Queues a mail with a single-use link. Earlier links of its kind stop working, except for sign-ups, password resets
 * and stopping an address change. The database stores only the token's hash and, until the mail is sent, the token
 * encrypted.
 */
export async function queueLinkMail(
  transaction: Transaction,
  encryption: Encryption,
  kind: keyof typeof LINK_MAILS,
  user: Recipient,
  { passwordHash, browserHash, sessionId, mayMail = true }: LinkOrigin = {},
): Promise<void> {
  const { purpose, expiresInHours, replacesEarlier } = LINK_MAILS[kind];
  const token = createToken();
  if (replacesEarlier && passwordHash === undefined)
    await deleteUnusedAuthTokens(transaction, { userId: user.id, purpose });
  const tokenId = await insertAuthToken(transaction, {
    userId: user.id,
    purpose,
    tokenHash: hashToken(token),
    email: user.email,
    expiresInHours,
    passwordHash: passwordHash ?? null,
    browserHash,
    sessionId,
  });
  if (!mayMail) return;
  const mailKey = `${kind}:${tokenId}`;
  await queueMail(transaction, { kind, mailKey, user, secret: encryption.encrypt(token, mailKey) });
}

/** Informs the owner of an address that someone tried to register it; at most hourly. */
export async function queueExistingAccountMail(transaction: Transaction, user: Recipient): Promise<void> {
  const hour = new Date().toISOString().slice(0, 13);
  await queueMail(transaction, { kind: 'existing-account', mailKey: `existing-account:${user.id}:${hour}`, user });
}

/** Informs an account's previous address of the change, once. `changeId`: id of the token that was used. */
export async function queueEmailChangedMail(
  transaction: Transaction,
  user: Recipient,
  changeId: string,
): Promise<void> {
  await queueMail(transaction, { kind: 'email-changed', mailKey: `email-changed:${changeId}`, user });
}

/** Informs the owner that a provider account was linked and replaces all earlier ways to sign in. */
export async function queueProviderJoinedMail(
  transaction: Transaction,
  user: Recipient,
  accessVersion: number,
): Promise<void> {
  await queueMail(transaction, {
    kind: 'provider-joined',
    mailKey: `provider-joined:${user.id}:${accessVersion}`,
    user,
  });
}

/** Informs the owner of a new password. `resetId`: id of the token that was used. */
export async function queuePasswordChangedMail(
  transaction: Transaction,
  user: Recipient,
  resetId: string,
): Promise<void> {
  await queueMail(transaction, { kind: 'password-changed', mailKey: `password-changed:${resetId}`, user });
}

/** Informs the owner of a sign-in from an unknown browser. */
export async function queueNewDeviceMail(
  transaction: Transaction,
  user: Recipient,
  { sessionId, ...data }: { sessionId: string; device: string; program: string; system: string },
): Promise<void> {
  await queueMail(transaction, { kind: 'new-device', mailKey: `new-device:${sessionId}`, user, data });
}

export type FactorKind = 'totp' | 'passkey';

type FactorChange =
  | { change: 'added' | 'removed'; kind: FactorKind }
  | { change: 'recovery-code-used'; left: number }
  | { change: 'codes-renewed' };

/** Informs the owner of a change to their second factors. */
export async function queueFactorMail(transaction: Transaction, user: Recipient, data: FactorChange): Promise<void> {
  await queueMail(transaction, { kind: 'factor-changed', mailKey: `factor-changed:${randomUUID()}`, user, data });
}

/** Informs the owner that another tool has access to the account. */
export async function queueTokenCreatedMail(
  transaction: Transaction,
  user: Recipient,
  token: { id: string; name: string },
): Promise<void> {
  const data = { change: 'token-created', toolName: token.name };
  await queueMail(transaction, { kind: 'tool-access', mailKey: `tool-access:${token.id}`, user, data });
}

/** Informs the owner that another tool receives the account's events. */
export async function queueWebhookAddedMail(
  transaction: Transaction,
  user: Recipient,
  webhook: { id: string; host: string },
): Promise<void> {
  const data = { change: 'webhook-added', host: webhook.host };
  await queueMail(transaction, { kind: 'tool-access', mailKey: `tool-access:${webhook.id}`, user, data });
}

/** Informs the owner that briefings are posted to a channel. */
export async function queueChannelSetMail(
  transaction: Transaction,
  user: Recipient,
  channel: { id: string; kind: ChannelKind },
): Promise<void> {
  const data = { change: 'channel-set', channel: channel.kind };
  await queueMail(transaction, { kind: 'tool-access', mailKey: `tool-access:${channel.id}`, user, data });
}

async function queueMail(
  transaction: Transaction,
  mail: {
    kind:
      | keyof typeof LINK_MAILS
      | 'existing-account'
      | 'email-changed'
      | 'provider-joined'
      | 'password-changed'
      | 'new-device'
      | 'factor-changed'
      | 'tool-access';
    data?: Record<string, string | number>;
    mailKey: string;
    user: Recipient;
    secret?: string;
  },
): Promise<void> {
  const { user, data, ...rest } = mail;
  const emailId = await insertEmail(transaction, {
    ...rest,
    userId: user.id,
    toAddress: user.email,
    data: { ...data, name: user.firstName },
  });
  if (emailId) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
}

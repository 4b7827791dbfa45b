import { randomUUID } from 'node:crypto';
import { ADDRESS_LINK_HOURS, RESET_LINK_HOURS } from '#contract/limits.ts';
import type { Encryption } from '#db/encryption.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { deleteUnusedAuthTokens, insertAuthToken, type TokenPurpose } from '#db/queries/auth-tokens.ts';
import type { UserRow } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import type { ChannelKind } from '#domain/enumerations.ts';
import { addressee } from '#domain/user-name.ts';
import { type NewEmail, queueEmail } from './queue-email.ts';

const LINK_MAILS = {
  'verify-email': { purpose: 'verify_email', expiresInHours: ADDRESS_LINK_HOURS, replacesEarlier: true },
  // Anyone can request one, so a new request must not invalidate the owner's link.
  'reset-password': { purpose: 'reset_password', expiresInHours: RESET_LINK_HOURS, replacesEarlier: false },
  'change-email': { purpose: 'change_email', expiresInHours: ADDRESS_LINK_HOURS, replacesEarlier: true },
  'change-requested': { purpose: 'stop_change_email', expiresInHours: ADDRESS_LINK_HOURS, replacesEarlier: false },
} as const satisfies Record<string, { purpose: TokenPurpose; expiresInHours: number; replacesEarlier: boolean }>;

/** Anything a link is bound to besides its account. */
type LinkOrigin = {
  /** The password of the sign-up to confirm: becomes the account's once the link is followed. */
  passwordHash?: string | undefined;
  /** Identifies the browser that signed up (`api/browser-mark.ts`). */
  browserHash?: Buffer | null | undefined;
  /** The session that requested an address change. */
  sessionId?: string | undefined;
  /** False to store the link without emailing it, so that no one can follow it. */
  mayMail?: boolean;
};

export type Recipient = Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName'>;

/**
 * Queues an email with a single-use link. Earlier links of its kind stop working, except for sign-ups, password resets
 * and stopping an address change. The database stores only the token's hash and, until the email is sent, the token
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
  await queueMail(transaction, user, { kind, mailKey, secret: encryption.encrypt(token, mailKey) });
}

type ToolAccess =
  | { change: 'token-created'; toolName: string }
  | { change: 'webhook-added'; host: string }
  | { change: 'channel-set'; channel: ChannelKind };

type NewDevice = { device: string; program: string; system: string };

type Notice =
  | { kind: 'existing-account' | 'email-changed' | 'provider-joined' | 'password-changed'; data?: never }
  | { kind: 'new-device'; data: NewDevice }
  | { kind: 'factor-changed'; data: FactorChange }
  | { kind: 'tool-access'; data: ToolAccess };

/**
 * Informs an account's owner, for example of a change to their account.
 *
 * @param notice.occasion Identifies what happened, so that it is announced only once: for example, the token's id.
 */
export async function queueNotice(
  transaction: Transaction,
  user: Recipient,
  { kind, occasion, data }: Notice & { occasion: string },
): Promise<void> {
  await queueMail(transaction, user, { kind, mailKey: `${kind}:${occasion}`, ...(data && { data }) });
}

/** Informs the owner of an address that someone tried to use it for another account; at most once per clock hour. */
export async function queueExistingAccountMail(transaction: Transaction, user: Recipient): Promise<void> {
  await queueNotice(transaction, user, { kind: 'existing-account', occasion: `${user.id}:${thisHour()}` });
}

/**
 * Informs the owner of a sign-in from an unknown browser or a new kind of device; at most once per clock hour for each
 * kind, since someone with the password could otherwise bury other emails.
 */
export async function queueNewDeviceMail(transaction: Transaction, user: Recipient, data: NewDevice): Promise<void> {
  const occasion = `${user.id}:${data.device}:${thisHour()}`;
  await queueNotice(transaction, user, { kind: 'new-device', occasion, data });
}

const thisHour = () => new Date().toISOString().slice(0, 13);

export type FactorKind = 'totp' | 'passkey';

type FactorChange =
  | { change: 'added' | 'removed'; kind: FactorKind }
  | { change: 'recovery-code-used'; left: number }
  | { change: 'codes-renewed' | 'refused' };

/** Informs the owner of a change to their second factors. */
export async function queueFactorMail(transaction: Transaction, user: Recipient, data: FactorChange): Promise<void> {
  await queueNotice(transaction, user, { kind: 'factor-changed', occasion: randomUUID(), data });
}

/** Informs the owner of repeated wrong second factors; at most once per UTC day. */
export async function queueFactorRefusedMail(transaction: Transaction, user: Recipient): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const occasion = `${user.id}:${day}`;
  await queueNotice(transaction, user, { kind: 'factor-changed', occasion, data: { change: 'refused' } });
}

async function queueMail(
  transaction: Transaction,
  user: Recipient,
  { data, ...mail }: Pick<NewEmail, 'kind' | 'mailKey' | 'secret'> & { data?: Record<string, string | number> },
): Promise<void> {
  const fields = { ...data, ...addressee(user) };
  await queueEmail(transaction, { ...mail, userId: user.id, toAddress: user.email, data: fields });
}

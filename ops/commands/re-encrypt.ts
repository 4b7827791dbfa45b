import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { createEncryption, type Encryption, keyIdOf } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { channelOwner } from '#db/queries/channels.ts';
import {
  dropOldDossierSubjects,
  type GrantHolder,
  listHoldersOfOldGrants,
  listOldAddresses,
  listOldObjections,
  listOldSecrets,
  listOldTotpSecrets,
  listOldWebhookSecrets,
  lockEnvelopes,
  replaceAddress,
  replaceEnvelope,
  replaceObjection,
  replaceSecret,
  replaceTotpSecret,
  replaceWebhookSecret,
} from '#db/queries/envelopes.ts';
import { webhookOwner } from '#db/queries/outgoing-webhooks.ts';
import { totpOwner } from '#db/queries/totp-factors.ts';
import { addressSubject, domainSubject } from '#domain/objection.ts';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';

type Reencrypted = {
  grants: number;
  secrets: number;
  factors: number;
  webhooks: number;
  channels: number;
  objections: number;
};

/** Longer than a claim on an account's tokens. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 500;

/**
 * Re-encrypts everything under an older key with the newest one. Safe to repeat, to interrupt, and to run while the
 * product runs with the same keys.
 *
 * @returns how many grants, mail links, authenticator and webhook secrets, channel addresses and objections were
 *   re-encrypted
 * @throws if an envelope cannot be decrypted, or an account's tokens were being refreshed for a whole minute
 */
export async function reencrypt(pool: DatabasePool, keys: string): Promise<Reencrypted> {
  const encryption = createEncryption(keys);
  const keyId = keyIdOf(keys);
  const done = {
    grants: 0,
    secrets: 0,
    factors: await reencryptTotpSecrets(pool, encryption, keyId),
    webhooks: await reencryptWebhooks(pool, encryption, keyId),
    channels: await reencryptChannels(pool, encryption, keyId),
    objections: await reencryptObjections(pool, encryption, keyId),
  };
  for (let patientUntil = Date.now() + PATIENCE_MS; ; ) {
    const holders = await listHoldersOfOldGrants(pool, keyId);
    if (holders.length === 0) break;
    let moved = 0;
    for (const holder of holders) moved += await reencryptGrants(pool, encryption, holder, keyId);
    done.grants += moved;
    if (moved > 0) patientUntil = Date.now() + PATIENCE_MS;
    else if (Date.now() > patientUntil) throw new Error('The tokens of an account keep changing. Try again later.');
    else await sleep(LOOK_AGAIN_MS);
  }
  for (;;) {
    const secrets = await listOldSecrets(pool, keyId);
    if (secrets.length === 0) return done;
    for (const { id, mailKey, secret } of secrets) {
      const envelope = encryption.encrypt(encryption.decrypt(secret, mailKey), mailKey);
      if (await replaceSecret(pool, id, { from: secret, to: envelope })) done.secrets += 1;
    }
  }
}

async function reencryptTotpSecrets(
  pool: DatabasePool,
  { encrypt, decrypt }: Encryption,
  keyId: string,
): Promise<number> {
  for (let done = 0; ; ) {
    const secrets = await listOldTotpSecrets(pool, keyId);
    if (secrets.length === 0) return done;
    for (const { userId, secret: from } of secrets) {
      const owner = totpOwner(userId);
      if (await replaceTotpSecret(pool, userId, { from, to: encrypt(decrypt(from, owner), owner) })) done += 1;
    }
  }
}

async function reencryptWebhooks(pool: DatabasePool, { encrypt, decrypt }: Encryption, keyId: string): Promise<number> {
  for (let done = 0; ; ) {
    const secrets = await listOldWebhookSecrets(pool, keyId);
    if (secrets.length === 0) return done;
    for (const { id, secret: from } of secrets) {
      const owner = webhookOwner(id);
      if (await replaceWebhookSecret(pool, id, { from, to: encrypt(decrypt(from, owner), owner) })) done += 1;
    }
  }
}

async function reencryptChannels(pool: DatabasePool, { encrypt, decrypt }: Encryption, keyId: string): Promise<number> {
  for (let done = 0; ; ) {
    const addresses = await listOldAddresses(pool, keyId);
    if (addresses.length === 0) return done;
    for (const { id, address: from } of addresses) {
      const owner = channelOwner(id);
      if (await replaceAddress(pool, id, { from, to: encrypt(decrypt(from, owner), owner) })) done += 1;
    }
  }
}

/** Re-encrypts objections and recomputes their lookup hashes. Returns how many. */
async function reencryptObjections(
  pool: DatabasePool,
  { encrypt, decrypt, hashes }: Encryption,
  keyId: string,
): Promise<number> {
  await dropOldDossierSubjects(pool, keyId);
  for (let moved = 0; ; ) {
    const objections = await listOldObjections(pool, keyId);
    if (objections.length === 0) return moved;
    for (const { id, kind, listed: from } of objections) {
      const owner = `objection:${id}`;
      const listed = decrypt(from, owner);
      const [subject = ''] = hashes(kind === 'domain' ? domainSubject(listed) : addressSubject(listed));
      if (await replaceObjection(pool, { id, from, to: encrypt(listed, owner), subject })) moved += 1;
    }
  }
}

/**
 * Re-encrypts an account's grants and tokens. Returns how many. Sign-in and calendar often share a grant, identified by
 * an equal envelope, so both get the same new one.
 */
async function reencryptGrants(
  pool: DatabasePool,
  { encrypt, decrypt }: Encryption,
  holder: GrantHolder,
  keyId: string,
): Promise<number> {
  const owner = `${holder.userId}:${holder.provider}`;
  return await pool.transaction(async (transaction) => {
    const envelopes = await lockEnvelopes(transaction, holder, keyId);
    for (const from of envelopes)
      await replaceEnvelope(transaction, holder, { from, to: encrypt(decrypt(from, owner), owner) });
    return envelopes.length;
  });
}

const USAGE = `Usage: re-encrypt
Re-encrypts everything under an older key with the first of ENCRYPTION_KEYS, so that the older ones can be removed
(docs/operations.md).
DATABASE_URL is the database, with the product's role. The product may be running. Safe to repeat.`;

if (import.meta.main) {
  const [databaseUrl, keys] = [setting('DATABASE_URL'), setting('ENCRYPTION_KEYS')];
  if (!databaseUrl || !keys) {
    console.error(USAGE);
    process.exit(64);
  }
  const pool = await openPool(databaseUrl, { maxConnections: 2 });
  try {
    const { grants, secrets, factors, webhooks, channels, objections } = await reencrypt(pool, keys);
    console.log(
      `Re-encrypted: ${grants} grants, ${secrets} mail links, ${factors} authenticator apps, ${webhooks} webhooks, ${channels} channels, ${objections} objections. Everything is now under ${keyIdOf(keys)}.`,
    );
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { createEncryption, type Encryption, keyIdOf } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { channelOwner } from '#db/queries/channels.ts';
import {
  dropOldDossierSubjects,
  type EnvelopeTable,
  type GrantHolder,
  listHoldersOfOldGrants,
  listOldEnvelopes,
  listOldObjections,
  lockEnvelopes,
  replaceEnvelope,
  replaceObjection,
  replaceRowEnvelope,
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

/** Longer than any claim on an account's tokens lasts. */
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
  const factors = await reencryptRows(pool, encryption, 'totp_factors', keyId);
  const webhooks = await reencryptRows(pool, encryption, 'outgoing_webhooks', keyId);
  const channels = await reencryptRows(pool, encryption, 'channels', keyId);
  const objections = await reencryptObjections(pool, encryption, keyId);
  let grants = 0;
  for (let patientUntil = Date.now() + PATIENCE_MS; ; ) {
    const holders = await listHoldersOfOldGrants(pool, keyId);
    if (holders.length === 0) break;
    let moved = 0;
    for (const holder of holders) moved += await reencryptGrants(pool, encryption, holder, keyId);
    grants += moved;
    if (moved > 0) patientUntil = Date.now() + PATIENCE_MS;
    else if (Date.now() > patientUntil) throw new Error('The tokens of an account keep changing. Try again later.');
    else await sleep(LOOK_AGAIN_MS);
  }
  const secrets = await reencryptRows(pool, encryption, 'emails', keyId);
  return { grants, secrets, factors, webhooks, channels, objections };
}

/** Returns the owner that an envelope in each table is encrypted for. */
const OWNERS: Record<EnvelopeTable, (owner: string) => string> = {
  emails: (mailKey) => mailKey,
  totp_factors: totpOwner,
  outgoing_webhooks: webhookOwner,
  channels: channelOwner,
};

/** Re-encrypts a table's envelopes. Returns how many. */
async function reencryptRows(
  pool: DatabasePool,
  { encrypt, decrypt }: Encryption,
  table: EnvelopeTable,
  keyId: string,
): Promise<number> {
  for (let done = 0; ; ) {
    const rows = await listOldEnvelopes(pool, table, keyId);
    if (rows.length === 0) return done;
    for (const { id, envelope: from, ...row } of rows) {
      const owner = OWNERS[table](row.owner);
      if (await replaceRowEnvelope(pool, table, { id, from, to: encrypt(decrypt(from, owner), owner) })) done += 1;
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

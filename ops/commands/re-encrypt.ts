import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { createEncryption, type Encryption, keyIdOf } from '#db/encryption.ts';
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
import { listEntriesOfOldKeys } from '#db/queries/journal-entries.ts';
import { webhookOwner } from '#db/queries/outgoing-webhooks.ts';
import { totpOwner } from '#db/queries/totp-factors.ts';
import { addressSubject, domainSubject } from '#domain/objection.ts';
import { setting } from './config.ts';
import { describeError } from './describe-error.ts';
import { exitWithUsage, withDatabase } from './with-database.ts';

type Reencrypted = {
  grants: number;
  secrets: number;
  factors: number;
  webhooks: number;
  channels: number;
  objections: number;
  /** Rows still under an older key: table and id, with the reason. */
  failures: string[];
};

/** Longer than a token refresh holds its claim, and than the API takes to write its journal. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 500;

type Run = {
  pool: DatabasePool;
  encryption: Encryption;
  keyId: string;
  failures: string[];
  /** Decrypts an envelope. If that fails, records a failure for the row and returns null. */
  open: (row: string, envelope: string, owner: string) => string | null;
  patienceMs: number;
};

/**
 * Re-encrypts everything under an older key with the newest one. Safe to repeat, to interrupt, and to run alongside the
 * product with the same keys. Skips and reports what cannot be decrypted.
 *
 * @param patienceMs how long to wait for an account whose tokens are being refreshed, and for the journal
 * @returns how many grants, emailed links, authenticator and webhook secrets, channel URLs and objections were
 *   re-encrypted, and what could not be
 */
export async function reencrypt(
  pool: DatabasePool,
  keys: string,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Reencrypted> {
  const encryption = createEncryption(keys);
  const failures: string[] = [];
  const open: Run['open'] = (row, envelope, owner) => {
    try {
      return encryption.decrypt(envelope, owner);
    } catch (error) {
      failures.push(`${row}: ${describeError(error)}`);
      return null;
    }
  };
  const run: Run = { pool, encryption, keyId: keyIdOf(keys), failures, open, patienceMs };
  const factors = await reencryptRows(run, 'totp_factors');
  const webhooks = await reencryptRows(run, 'outgoing_webhooks');
  const channels = await reencryptRows(run, 'channels');
  const objections = await reencryptObjections(run);
  const grants = await reencryptGrants(run);
  const secrets = await reencryptRows(run, 'emails');
  await awaitJournal(run);
  return { grants, secrets, factors, webhooks, channels, objections, failures };
}

/** For each table, returns the owner that an envelope in it is encrypted for. */
const OWNERS: Record<EnvelopeTable, (owner: string) => string> = {
  emails: (mailKey) => mailKey,
  totp_factors: totpOwner,
  outgoing_webhooks: webhookOwner,
  channels: channelOwner,
};

/** Re-encrypts a table's envelopes. Returns how many. */
async function reencryptRows({ pool, encryption, keyId, open }: Run, table: EnvelopeTable): Promise<number> {
  const failed: string[] = [];
  for (let done = 0; ; ) {
    const rows = await listOldEnvelopes(pool, table, { keyId, except: failed });
    if (rows.length === 0) return done;
    for (const { id, envelope: from, ...row } of rows) {
      const owner = OWNERS[table](row.owner);
      const secret = open(`${table} ${id}`, from, owner);
      if (secret === null) failed.push(id);
      else if (await replaceRowEnvelope(pool, table, { id, from, to: encryption.encrypt(secret, owner) })) done += 1;
    }
  }
}

/** Re-encrypts objections and recomputes their lookup hashes. Returns how many. */
async function reencryptObjections({ pool, encryption: { encrypt, hashes }, keyId, open }: Run): Promise<number> {
  await dropOldDossierSubjects(pool, keyId);
  const failed: string[] = [];
  for (let moved = 0; ; ) {
    const objections = await listOldObjections(pool, { keyId, except: failed });
    if (objections.length === 0) return moved;
    for (const { id, kind, listed: from } of objections) {
      const owner = `objection:${id}`;
      const listed = open(`objections ${id}`, from, owner);
      if (listed === null) {
        failed.push(id);
        continue;
      }
      const [subject = ''] = hashes(kind === 'domain' ? domainSubject(listed) : addressSubject(listed));
      if (await replaceObjection(pool, { id, from, to: encrypt(listed, owner), subject })) moved += 1;
    }
  }
}

/** Re-encrypts all accounts' grants and tokens, waiting for refreshes in progress. Returns how many. */
async function reencryptGrants(run: Run): Promise<number> {
  const failed: GrantHolder[] = [];
  let grants = 0;
  for (let patientUntil = Date.now() + run.patienceMs; ; ) {
    const holders = await listHoldersOfOldGrants(run.pool, { keyId: run.keyId, except: failed });
    if (holders.length === 0) return grants;
    let moved = 0;
    for (const holder of holders) {
      const { done, isFailed } = await reencryptAccount(run, holder);
      moved += done;
      if (isFailed) failed.push(holder);
    }
    grants += moved;
    if (moved > 0) patientUntil = Date.now() + run.patienceMs;
    else if (Date.now() > patientUntil) {
      run.failures.push(...holders.map((holder) => `${placeOf(holder)}: the tokens keep changing; try again later`));
      failed.push(...holders);
    } else await sleep(LOOK_AGAIN_MS);
  }
}

const placeOf = ({ userId, provider }: GrantHolder) =>
  `calendar_integrations or identities of user ${userId} at ${provider}`;

/**
 * Re-encrypts an account's grants and tokens. Sign-in and calendar often share a grant, identified by an equal
 * envelope, so both get the same new one.
 */
async function reencryptAccount(
  { pool, encryption, keyId, open }: Run,
  holder: GrantHolder,
): Promise<{ done: number; isFailed: boolean }> {
  const owner = `${holder.userId}:${holder.provider}`;
  return await pool.transaction(async (transaction) => {
    const envelopes = await lockEnvelopes(transaction, holder, keyId);
    let done = 0;
    for (const from of envelopes) {
      const grant = open(placeOf(holder), from, owner);
      if (grant === null) continue;
      await replaceEnvelope(transaction, holder, { from, to: encryption.encrypt(grant, owner) });
      done += 1;
    }
    return { done, isFailed: done < envelopes.length };
  });
}

/** Waits until the API has moved the content of entries under an older key from the database to the journal. */
async function awaitJournal({ pool, keyId, failures, patienceMs }: Run): Promise<void> {
  for (const patientUntil = Date.now() + patienceMs; ; await sleep(LOOK_AGAIN_MS)) {
    const ids = await listEntriesOfOldKeys(pool, keyId);
    if (ids.length === 0) return;
    if (Date.now() <= patientUntil) continue;
    const reason = 'not written to JOURNAL_DIR yet; try again once an API with that setting is running';
    failures.push(...ids.map((id) => `journal_entries ${id}: ${reason}`));
    return;
  }
}

const USAGE = `Usage: re-encrypt
Re-encrypts everything under an older key with the first of ENCRYPTION_KEYS, so that the older ones can be removed
(docs/operations.md).
DATABASE_URL is the database's URL, with the product's role. The product may be running. Safe to repeat.`;

if (import.meta.main) {
  const [databaseUrl, keys] = [setting('DATABASE_URL'), setting('ENCRYPTION_KEYS')];
  if (!databaseUrl || !keys) exitWithUsage(USAGE);
  await withDatabase(databaseUrl, async (pool) => {
    const { grants, secrets, factors, webhooks, channels, objections, failures } = await reencrypt(pool, keys);
    const end = failures.length === 0 ? ` Everything is now under ${keyIdOf(keys)}.` : '';
    console.log(
      `Re-encrypted: ${grants} grants, ${secrets} emailed links, ${factors} authenticator apps, ${webhooks} webhooks, ${channels} channels, ${objections} objections.${end}`,
    );
    if (failures.length > 0) {
      console.error(
        `Still under an older key, which must therefore stay in ENCRYPTION_KEYS (docs/operations.md):\n${failures.join('\n')}`,
      );
      process.exitCode = 1;
    }
  });
}

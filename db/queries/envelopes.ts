import * as z from 'zod';
import { provider } from '#contract/http.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { objectionKind } from './objections.ts';

const BATCH = 200;

const grantHolder = z.object({ userId: z.uuid(), provider });
export type GrantHolder = z.infer<typeof grantHolder>;

/** Condition: a column's envelope was encrypted with another key, whose id it contains (db/encryption.ts). */
const isOld = (column: ReturnType<typeof sql.fragment>, keyId: string) =>
  sql.fragment`${column} is not null and split_part(${column}, '.', 2) <> ${keyId}`;

/** Selects rows encrypted with any key but `keyId`. `except`: rows that could not be decrypted. */
type Old<Key> = { keyId: string; except: readonly Key[] };

/** Returns a batch of accounts with grants or tokens encrypted with another key. */
export async function listHoldersOfOldGrants(connection: Connection, { keyId, except }: Old<GrantHolder>) {
  const excepted = sql.unnest(
    except.map((holder) => [holder.userId, holder.provider]),
    ['uuid', 'text'],
  );
  return await connection.any(sql.type(grantHolder)`
    select * from (
      select user_id as "userId", provider from calendar_integrations
      where (${isOld(sql.fragment`refresh_token`, keyId)}) or (${isOld(sql.fragment`access_token`, keyId)})
      union
      select user_id, provider from identities where ${isOld(sql.fragment`refresh_token`, keyId)}
    ) as holders
    where ("userId", provider) not in (select * from ${excepted})
    limit ${BATCH}
  `);
}

/**
 * Returns an account's envelopes encrypted with another key, each once, and locks the account. Empty during a token
 * refresh, whose result is stored only if the envelope it started with is still there.
 */
export async function lockEnvelopes(transaction: Transaction, { userId, provider: at }: GrantHolder, keyId: string) {
  const claimed = await transaction.anyFirst(sql.type(z.object({ isClaimed: z.boolean() }))`
    select coalesce(refresh_claimed_until > now(), false) as "isClaimed" from calendar_integrations
    where user_id = ${userId} and provider = ${at} for update
  `);
  if (claimed.includes(true)) return [];
  return await transaction.anyFirst(sql.type(z.object({ envelope: z.string() }))`
    select refresh_token as envelope from calendar_integrations
    where user_id = ${userId} and provider = ${at} and ${isOld(sql.fragment`refresh_token`, keyId)}
    union
    select access_token from calendar_integrations
    where user_id = ${userId} and provider = ${at} and ${isOld(sql.fragment`access_token`, keyId)}
    union
    select refresh_token from identities
    where user_id = ${userId} and provider = ${at} and ${isOld(sql.fragment`refresh_token`, keyId)}
  `);
}

/** Replaces an envelope wherever it is stored. */
export async function replaceEnvelope(
  transaction: Transaction,
  { userId, provider: at }: GrantHolder,
  { from, to }: { from: string; to: string },
) {
  await transaction.query(sql.typeAlias('void')`
    update calendar_integrations
    set refresh_token = case when refresh_token = ${from} then ${to} else refresh_token end,
        access_token = case when access_token = ${from} then ${to} else access_token end
    where user_id = ${userId} and provider = ${at} and ${from} in (refresh_token, access_token)
  `);
  await transaction.query(sql.typeAlias('void')`
    update identities set refresh_token = ${to} where user_id = ${userId} and provider = ${at} and refresh_token = ${from}
  `);
}

const oldObjection = z.object({ id: z.uuid(), kind: objectionKind, listed: z.string() });

/** Returns objections encrypted with another key. */
export async function listOldObjections(connection: Connection, { keyId, except }: Old<string>) {
  return await connection.any(sql.type(oldObjection)`
    select id, kind, listed from objections
    where ${isOld(sql.fragment`listed`, keyId)} and id <> all(${sql.array([...except], 'uuid')}) limit ${BATCH}
  `);
}

/** Replaces an objection's envelope and hash. Returns false if it has since been removed from the list. */
export async function replaceObjection(
  connection: Connection,
  { id, from, to, subject }: { id: string; from: string; to: string; subject: string },
) {
  const { rowCount } = await connection.query(sql.typeAlias('void')`
    update objections set listed = ${to}, subject = ${subject} where id = ${id} and listed = ${from}
  `);
  return rowCount === 1;
}

/**
 * Drops dossiers' subjects that were hashed with another key, as objections could no longer find them. A dossier
 * without subjects is erased by the next objection; a company's, by the next one for its domain.
 */
export async function dropOldDossierSubjects(connection: Connection, keyId: string) {
  await connection.query(sql.typeAlias('void')`
    update dossiers set about = null
    where exists (select from unnest(about) as subject where split_part(subject, '.', 1) <> ${keyId})
  `);
}

/** Tables with an envelope in each row: its column, the row's id, and what the envelope's owner is derived from. */
const TABLES = {
  emails: { envelope: 'secret', id: 'id', owner: 'mail_key' },
  totp_factors: { envelope: 'secret', id: 'user_id', owner: 'user_id' },
  outgoing_webhooks: { envelope: 'secret', id: 'id', owner: 'id' },
  channels: { envelope: 'address', id: 'id', owner: 'id' },
} as const;
export type EnvelopeTable = keyof typeof TABLES;

const oldEnvelope = z.object({ id: z.uuid(), owner: z.string(), envelope: z.string() });

/** Returns a table's envelopes that are encrypted with another key. */
export async function listOldEnvelopes(connection: Connection, table: EnvelopeTable, { keyId, except }: Old<string>) {
  const { envelope, id, owner } = columnsOf(table);
  return await connection.any(sql.type(oldEnvelope)`
    select ${id} as id, ${owner} as owner, ${envelope} as envelope from ${sql.identifier([table])}
    where ${isOld(envelope, keyId)} and ${id} <> all(${sql.array([...except], 'uuid')}) limit ${BATCH}
  `);
}

/** Replaces a row's envelope. Returns false if it has since been erased or replaced, or its row deleted. */
export async function replaceRowEnvelope(
  connection: Connection,
  table: EnvelopeTable,
  row: { id: string; from: string; to: string },
) {
  const { envelope, id } = columnsOf(table);
  const { rowCount } = await connection.query(sql.typeAlias('void')`
    update ${sql.identifier([table])} set ${envelope} = ${row.to} where ${id} = ${row.id} and ${envelope} = ${row.from}
  `);
  return rowCount === 1;
}

function columnsOf(table: EnvelopeTable) {
  const { envelope, id, owner } = TABLES[table];
  return {
    envelope: sql.fragment`${sql.identifier([envelope])}`,
    id: sql.identifier([id]),
    owner: sql.identifier([owner]),
  };
}

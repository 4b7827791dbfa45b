import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { erasure } from './account-deletion.ts';

const LINK_DAYS = 7;
const REPEAT_AFTER_HOURS = 1;

export const objectionKind = z.enum(['address', 'domain']);
export type ObjectionKind = z.infer<typeof objectionKind>;

const objectionRow = z.object({
  id: z.uuid(),
  kind: objectionKind,
  /** Encrypted address or domain, owner `objection:{id}`. */
  listed: z.string(),
  reason: z.string().nullable(),
  isOwn: z.boolean(),
  requestedAt: z.coerce.date(),
  confirmedAt: z.coerce.date().nullable(),
  listedByUser: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
});
export type ObjectionRow = z.infer<typeof objectionRow>;

const columns = sql.fragment`
  objections.id, objections.kind, objections.listed, objections.reason, objections.is_own as "isOwn",
  objections.requested_at as "requestedAt", objections.confirmed_at as "confirmedAt",
  (
    select json_build_object('firstName', users.first_name, 'lastName', users.last_name, 'email', users.email)
    from users where users.id = objections.listed_by
  ) as "listedByUser"
`;

/** Condition: an objection is listed under any of these hashes; the matching one may be from an older key. */
const about = (subjects: readonly string[]) => sql.fragment`subject = any(${sql.array([...subjects], 'text')})`;

const isLinkDue = sql.fragment`
  objections.confirmed_at is null and objections.requested_at <= now() - make_interval(hours => ${REPEAT_AFTER_HOURS})
`;

/** Returns whether `requestObjection` would issue a link for the address. */
export async function isObjectionLinkDue(connection: Connection, subjects: readonly string[]) {
  const other = sql.typeAlias('id')`select id from objections where ${about(subjects)} and not (${isLinkDue})`;
  return !(await connection.exists(other));
}

/**
 * Issues a new link for an address's objection; the previous one stops working. Null if there is nothing to send: it is
 * confirmed, or got a link within the last hour. Of concurrent calls, one gets the row.
 *
 * @param subjects Hashes of the address, newest key first.
 */
export async function requestObjection(
  transaction: Transaction,
  { id, subjects, listed, tokenHash }: { id: string; subjects: readonly string[]; listed: string; tokenHash: Buffer },
) {
  const link = sql.fragment`token_hash = ${sql.binary(tokenHash)}, token_expires_at = now() + make_interval(days => ${LINK_DAYS}), requested_at = now()`;
  if (await transaction.exists(sql.typeAlias('id')`select id from objections where ${about(subjects)}`)) {
    return await transaction.maybeOne(
      sql.typeAlias('id')`update objections set ${link} where ${about(subjects)} and ${isLinkDue} returning id`,
    );
  }
  return await transaction.maybeOne(sql.typeAlias('id')`
    insert into objections (id, kind, subject, listed, is_own, token_hash, token_expires_at)
    values (${id}, 'address', ${subjects[0] ?? ''}, ${listed}, true, ${sql.binary(tokenHash)}, now() + make_interval(days => ${LINK_DAYS}))
    on conflict (subject) do nothing
    returning id
  `);
}

/** Returns the objection that a link confirms; null if the token is unknown, was replaced, or expired unused. */
export async function findObjectionByToken(connection: Connection, tokenHash: Buffer) {
  return await connection.maybeOne(sql.type(objectionRow)`
    select ${columns} from objections
    where token_hash = ${sql.binary(tokenHash)} and (confirmed_at is not null or token_expires_at > now())
  `);
}

/** Confirms an objection. Returns false if it was already confirmed. */
export async function updateObjectionConfirmed(transaction: Transaction, id: string) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    update objections set confirmed_at = now() where id = ${id} and confirmed_at is null
  `);
  return rowCount === 1;
}

/** Erases the emails with an objection's confirmation links, and the address they were sent to. */
export async function eraseObjectionMails(transaction: Transaction, id: string) {
  await transaction.query(sql.typeAlias('void')`
    update emails set ${erasure} where kind = 'objection-confirm' and mail_key like ${`objection-confirm:${id}:%`}
  `);
}

/** Lists an objection immediately, even if one still awaits confirmation. Null if it was already listed. */
export async function insertObjection(
  transaction: Transaction,
  entry: {
    id: string;
    kind: ObjectionKind;
    subjects: readonly string[];
    listed: string;
    reason: string | null;
    /** The admin; null if the guest objected. */
    listedBy: string | null;
  },
) {
  const waiting = await transaction.maybeOne(sql.typeAlias('id')`
    select id from objections where ${about(entry.subjects)} for update
  `);
  if (waiting) {
    return await transaction.maybeOne(sql.type(objectionRow)`
      update objections
      set reason = ${entry.reason}, listed_by = ${entry.listedBy}, is_own = ${entry.listedBy === null}, confirmed_at = now()
      where id = ${waiting.id} and confirmed_at is null
      returning ${columns}
    `);
  }
  return await transaction.maybeOne(sql.type(objectionRow)`
    insert into objections (id, kind, subject, listed, reason, listed_by, is_own, confirmed_at)
    values (${entry.id}, ${entry.kind}, ${entry.subjects[0] ?? ''}, ${entry.listed}, ${entry.reason}, ${entry.listedBy}, ${entry.listedBy === null}, now())
    on conflict (subject) do nothing
    returning ${columns}
  `);
}

export async function findObjection(connection: Connection, id: string) {
  return await connection.maybeOne(sql.type(objectionRow)`
    select ${columns} from objections where id = ${id} and confirmed_at is not null
  `);
}

const objectionPage = z.object({ total: z.number(), objections: z.array(objectionRow) });

/** Returns a page of confirmed objections, newest first, and their total. A page past the end is empty. */
export async function listObjections(connection: Connection, { page, limit }: { page: number; limit: number }) {
  return await connection.one(sql.type(objectionPage)`
    with page as (
      select ${columns} from objections where confirmed_at is not null
      order by requested_at desc, id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*) from objections where confirmed_at is not null) as total,
      coalesce((select json_agg(page order by page."requestedAt" desc, page.id desc) from page), '[]') as objections
  `);
}

/** Deletes and returns a confirmed objection. Null if there is none; of two concurrent calls, one gets it. */
export async function deleteObjection(transaction: Transaction, id: string) {
  return await transaction.maybeOne(sql.type(objectionRow)`
    delete from objections where id = ${id} and confirmed_at is not null returning ${columns}
  `);
}

/** Returns which of the subjects (hashes) are listed. */
export async function listMatchingObjections(connection: Connection, subjects: readonly string[]) {
  return await connection.anyFirst(sql.type(z.object({ subject: z.string() }))`
    select subject from objections where ${about(subjects)} and confirmed_at is not null
  `);
}

const asked = z.object({ requestedAt: z.date(), confirmedAt: z.date().nullable() });

/** Finds an objection, even one awaiting confirmation. */
export async function findAskedObjection(connection: Connection, subjects: readonly string[]) {
  return await connection.maybeOne(sql.type(asked)`
    select requested_at as "requestedAt", confirmed_at as "confirmedAt" from objections where ${about(subjects)}
  `);
}

/** Returns whether an objection is listed under a key other than these, and would go unnoticed. */
export async function hasUnknownKey(connection: Connection, keyIds: readonly string[]) {
  return await connection.exists(sql.typeAlias('id')`
    select id from objections where split_part(subject, '.', 1) <> all(${sql.array([...keyIds], 'text')})
  `);
}

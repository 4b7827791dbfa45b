import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** A page that was found. */
const dossierPage = z.object({
  url: z.string(),
  title: z.string(),
  requestedUrl: z.string().nullable(),
  /** What is quoted from it, or a sentence that names the person; empty where only its title is known. */
  text: z.string(),
  /** When it was published, as a date: dossiers are read on other days than they were written. */
  age: z.string().nullable(),
  /** The address of the person whose dossier this is stands on it. */
  holdsAddress: z.boolean().optional(),
});
export type DossierPage = z.infer<typeof dossierPage>;

const quote = z.object({
  text: z.string(),
  url: z.string(),
  title: z.string(),
  date: z.string().nullable(),
  before: z.string(),
  after: z.string(),
  heading: z.string().nullable(),
  /** Dossiers from before it was kept have none. */
  opening: z.string().default(''),
  tableHeader: z.string().nullable(),
  paragraph: z.number().nullable(),
});

const dossier = z.object({
  pages: z.array(dossierPage),
  /** What the company calls itself; empty for a person. */
  names: z.array(z.string()),
  /** Things that are known, each with the quotes that prove it. */
  findings: z.array(z.object({ quotes: z.array(quote) })),
});
/** What is known of one company or person. */
export type Dossier = z.infer<typeof dossier>;

const storedDossier = z.object({
  key: z.string(),
  pages: z.array(dossierPage),
  found: dossier.omit({ pages: true }),
  researchedAt: z.date(),
  freshUntil: z.date(),
});

export type DossierClaim = {
  lease: string;
  /** To be researched by whoever holds the lease. */
  claimed: string[];
  /** Fresh, by key. */
  known: Map<string, Dossier>;
  /** When the oldest of the fresh ones was researched; null when there are none. */
  oldestAt: Date | null;
  /** When the first of the fresh ones with findings goes stale: a report rests on nothing of the others. Null or absent when none does. */
  freshUntil?: Date | null;
  /** Being researched by someone else. */
  busy: string[];
};

/** A lease not renewed for so long belongs to a worker that died. */
const LEASE_S = 90;
/** Long after it has gone stale a dossier is of no use to anyone. */
const KEPT_DAYS = 60;

/**
 * Takes what is neither fresh nor under way, so that of two runs about one company one researches and the other waits.
 *
 * @param dossiers.about Hashes by which an objection finds it.
 * @param since What was researched before does not count as fresh, however fresh it is.
 */
export async function claimDossiers(
  transaction: Transaction,
  { dossiers, since }: { dossiers: readonly { key: string; about: string[] }[]; since: Date },
): Promise<DossierClaim> {
  const lease = randomUUID();
  const keys = dossiers.map(({ key }) => key);
  const wanted = sql.array(keys.toSorted(), 'text');
  // A page may be about several guests, as their users say.
  await transaction.query(sql.typeAlias('void')`
    insert into dossiers (key, about)
    select key, about from jsonb_to_recordset(${sql.jsonb([...dossiers])}) as wanted (key text, about text[]) order by key
    on conflict (key) do update
    set about = array(select distinct unnest(coalesce(dossiers.about, '{}') || excluded.about))
    where not coalesce(dossiers.about, '{}') @> excluded.about
  `);
  // In one order, so that two runs cannot wait for each other in a ring.
  await transaction.query(
    sql.typeAlias('void')`select from dossiers where key = any(${wanted}) order by key for update`,
  );
  // The release before keeps pages without findings; what it has researched is researched again.
  const isFresh = sql.fragment`
    (fresh_until > now() and researched_at >= ${sql.timestamp(since)} and findings_at = researched_at)
  `;
  const claimed = await transaction.anyFirst(sql.type(z.object({ key: z.string() }))`
    update dossiers set lease = ${lease}, leased_until = now() + make_interval(secs => ${LEASE_S})
    where key = any(${wanted}) and ${isFresh} is not true and (leased_until is null or leased_until < now())
    returning key
  `);
  const fresh = await transaction.any(sql.type(storedDossier)`
    select key, pages, findings as found, researched_at as "researchedAt", fresh_until as "freshUntil" from dossiers
    where key = any(${wanted}) and ${isFresh} order by researched_at
  `);
  const known = new Map(fresh.map(({ key, pages, found }) => [key, { ...found, pages }]));
  const busy = keys.filter((key) => !claimed.includes(key) && !known.has(key));
  const [freshUntil = null] = fresh
    .filter(({ found }) => found.findings.length > 0)
    .map((one) => one.freshUntil)
    .toSorted((one, other) => one.getTime() - other.getTime());
  return { lease, claimed: [...claimed], known, oldestAt: fresh[0]?.researchedAt ?? null, freshUntil, busy };
}

export async function renewDossierLease(connection: Connection, lease: string): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    update dossiers set leased_until = now() + make_interval(secs => ${LEASE_S}) where lease = ${lease}
  `);
}

/** Gives up what is still held, so that the next one need not wait for the lease to run out. */
export async function releaseDossiers(connection: Connection, lease: string): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    update dossiers set lease = null, leased_until = null where lease = ${lease}
  `);
}

/** Stores what was found, unless the lease was lost meanwhile. */
export async function updateDossiers(
  transaction: Transaction,
  lease: string,
  dossiers: readonly { key: string; found: Dossier; freshForS: number }[],
): Promise<void> {
  for (const { key, found, freshForS } of dossiers) {
    const { pages, ...findings } = found;
    await transaction.query(sql.typeAlias('void')`
      update dossiers
      set pages = ${sql.jsonb(pages)}, findings = ${sql.jsonb(findings)}, researched_at = now(), findings_at = now(),
          fresh_until = now() + make_interval(secs => ${freshForS}), lease = null, leased_until = null
      where key = ${key} and lease = ${lease}
    `);
  }
  await transaction.query(sql.typeAlias('void')`
    delete from dossiers where fresh_until < now() - make_interval(days => ${KEPT_DAYS}) and lease is null
  `);
}

/** What was being looked up for it is of no use any more. */
export async function deleteLeasedDossiers(
  transaction: Transaction,
  lease: string,
  keys: readonly string[],
): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    delete from dossiers where lease = ${lease} and key = any(${sql.array([...keys], 'text')})
  `);
}

/** Erases what is known of somebody who objected, also where it is being looked up: whoever has the lease keeps nothing. */
export async function deleteObjectedDossiers(
  connection: Connection,
  { subjects, domain }: { subjects: readonly string[]; domain: string | null },
): Promise<void> {
  const isFromBefore =
    domain === null
      ? sql.fragment`key not like 'company:%'`
      : sql.fragment`(key not like 'company:%' or key = ${`company:${domain}`})`;
  await connection.query(sql.typeAlias('void')`
    delete from dossiers where about && ${sql.array([...subjects], 'text')} or (about is null and ${isFromBefore})
  `);
}

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** A page found by research. */
const dossierPage = z.object({
  url: z.string(),
  title: z.string(),
  requestedUrl: z.string().nullable(),
  /** The quotes from it, or a sentence naming the person; empty if only its title is known. */
  text: z.string(),
  /** The publication date, not an age, since dossiers are read on later days. */
  age: z.string().nullable(),
  /** The person's address is on the page. */
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
  /** Missing from older dossiers. */
  opening: z.string().default(''),
  tableHeader: z.string().nullable(),
  paragraph: z.number().nullable(),
});

const dossier = z.object({
  pages: z.array(dossierPage),
  /** The company's own names; empty for a person. */
  names: z.array(z.string()),
  /** Findings, each with the quotes that support it. */
  findings: z.array(z.object({ quotes: z.array(quote) })),
});
/** Findings about one company or person. */
export type Dossier = z.infer<typeof dossier>;

const storedDossier = z.object({
  key: z.string(),
  pages: z.array(dossierPage),
  found: dossier
    .omit({ pages: true })
    .extend({ unshared: z.object({ holder: z.string(), whole: dossier }).optional() }),
  researchedAt: z.date(),
  freshUntil: z.date(),
});

export type DossierClaim = {
  lease: string;
  /** Keys to be researched by the lease's holder. */
  claimed: string[];
  /** Fresh dossiers by key. */
  known: Map<string, Dossier>;
  /** When the oldest of `known` was researched; null if there are none. */
  oldestAt: Date | null;
  /**
   * When the first of `known` with findings goes stale; reports ignore dossiers without any. Null or missing if none
   * has findings.
   */
  freshUntil?: Date | null;
  /** Keys being researched by another run. */
  busy: string[];
};

/** A lease not renewed for this long belongs to a dead worker. */
const LEASE_S = 90;
/** Days to keep a stale dossier. */
const KEPT_DAYS = 60;

/**
 * Claims the dossiers that are neither fresh nor in progress, so that of two runs on the same company, one researches
 * and the other waits.
 *
 * @param dossiers.about Hashes of the objections that would apply to the dossier.
 * @param since Anything researched before this does not count as fresh.
 * @param holder Gets all of a dossier that was researched for it; others get only the shared part.
 */
export async function claimDossiers(
  transaction: Transaction,
  { dossiers, since, holder }: { dossiers: readonly { key: string; about: string[] }[]; since: Date; holder: string },
): Promise<DossierClaim> {
  const lease = randomUUID();
  const keys = dossiers.map(({ key }) => key);
  const wanted = sql.array(keys.toSorted(), 'text');
  // Extends `about` of existing dossiers, since users may choose the same page for several guests.
  await transaction.query(sql.typeAlias('void')`
    insert into dossiers (key, about)
    select key, about from jsonb_to_recordset(${sql.jsonb([...dossiers])}) as wanted (key text, about text[]) order by key
    on conflict (key) do update
    set about = array(select distinct unnest(coalesce(dossiers.about, '{}') || excluded.about))
    where not coalesce(dossiers.about, '{}') @> excluded.about
  `);
  // In a fixed order, so that two runs cannot deadlock.
  await transaction.query(
    sql.typeAlias('void')`select from dossiers where key = any(${wanted}) order by key for update`,
  );
  // The previous release stores pages without findings; its dossiers are researched again. So are those with nothing to
  // share: to others, they would look as if nothing were public.
  const isFresh = sql.fragment`
    (fresh_until > now() and researched_at >= ${sql.timestamp(since)} and findings_at = researched_at
     and (jsonb_array_length(findings->'findings') > 0 or findings->'unshared' is null
       or findings->'unshared'->>'holder' = ${holder}))
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
  const known = new Map(
    fresh.map(({ key, pages, found: { unshared, ...shared } }) => [
      key,
      unshared?.holder === holder ? unshared.whole : { ...shared, pages },
    ]),
  );
  const busy = keys.filter((key) => !claimed.includes(key) && !known.has(key));
  const [freshUntil = null] = fresh
    .filter(({ key }) => (known.get(key)?.findings.length ?? 0) > 0)
    .map((one) => one.freshUntil)
    .toSorted((one, other) => one.getTime() - other.getTime());
  return { lease, claimed: [...claimed], known, oldestAt: fresh[0]?.researchedAt ?? null, freshUntil, busy };
}

export async function renewDossierLease(connection: Connection, lease: string) {
  await connection.query(sql.typeAlias('void')`
    update dossiers set leased_until = now() + make_interval(secs => ${LEASE_S}) where lease = ${lease}
  `);
}

/** Releases the lease's remaining dossiers, so that the next run doesn't have to wait for it to expire. */
export async function releaseDossiers(connection: Connection, lease: string) {
  await connection.query(sql.typeAlias('void')`
    update dossiers set lease = null, leased_until = null where lease = ${lease}
  `);
}

/**
 * Stores findings, except for dossiers whose lease was lost, and deletes old dossiers.
 *
 * @param dossiers.whole Kept only for the holder if others may reuse just a part of it, `shared`.
 */
export async function updateDossiers(
  transaction: Transaction,
  { lease, holder }: { lease: string; holder: string },
  dossiers: readonly { key: string; whole: Dossier; shared: Dossier; freshForS: number }[],
) {
  for (const { key, whole, shared, freshForS } of dossiers) {
    const { pages, ...rest } = shared;
    const findings = { ...rest, ...(!isDeepStrictEqual(whole, shared) && { unshared: { holder, whole } }) };
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

/** Deletes these dossiers if the lease still holds them. */
export async function deleteLeasedDossiers(transaction: Transaction, lease: string, keys: readonly string[]) {
  await transaction.query(sql.typeAlias('void')`
    delete from dossiers where lease = ${lease} and key = any(${sql.array([...keys], 'text')})
  `);
}

/**
 * Deletes dossiers about someone who objected, including any without subjects that may be about them. For those in
 * progress, the lease's holder then stores nothing.
 */
export async function deleteObjectedDossiers(
  connection: Connection,
  { subjects, domain }: { subjects: readonly string[]; domain: string | null },
) {
  const isFromBefore =
    domain === null
      ? sql.fragment`key not like 'company:%'`
      : sql.fragment`(key not like 'company:%' or key = ${`company:${domain}`})`;
  await connection.query(sql.typeAlias('void')`
    delete from dossiers where about && ${sql.array([...subjects], 'text')} or (about is null and ${isFromBefore})
  `);
}

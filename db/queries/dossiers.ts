import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** A page as the vendor's search or fetch returned it; `text` holds what was read of it, and is empty where only its title is known. */
const dossierPage = z.object({
  url: z.string(),
  title: z.string(),
  requestedUrl: z.string().nullable(),
  text: z.string(),
  /** When it was published, as a date: dossiers are read on other days than they were written. */
  age: z.string().nullable(),
});
export type DossierPage = z.infer<typeof dossierPage>;

const storedDossier = z.object({
  key: z.string(),
  pages: z.array(dossierPage),
  researchedAt: z.date(),
  freshUntil: z.date(),
});

export type DossierClaim = {
  lease: string;
  /** To be researched by whoever holds the lease. */
  claimed: string[];
  /** Fresh, by key. */
  pages: Map<string, DossierPage[]>;
  /** When the oldest of the fresh ones was researched; null when there are none. */
  oldestAt: Date | null;
  /** When the first of the fresh ones with pages goes stale: a report rests on nothing of the others. Null or absent when none does. */
  freshUntil?: Date | null;
  /** Being researched by somebody else. */
  busy: string[];
};

/** A lease not renewed for so long belongs to a worker that died. */
const LEASE_S = 90;
/** Long after it has gone stale a dossier is of no use to anybody. */
const KEPT_DAYS = 60;

/**
 * Takes what is neither fresh nor under way, so that of two runs about one company one researches and the other waits.
 *
 * @param since What was researched before does not count as fresh, however fresh it is.
 * @returns the claim, and by key when each of the fresh ones was researched
 */
export async function claimDossiers(
  transaction: Transaction,
  { keys, since }: { keys: readonly string[]; since: Date },
): Promise<DossierClaim & { researchedAt: ReadonlyMap<string, Date> }> {
  const lease = randomUUID();
  const wanted = sql.array([...keys].toSorted(), 'text');
  await transaction.query(sql.typeAlias('void')`
    insert into dossiers (key) select unnest(${wanted}) order by 1 on conflict (key) do nothing
  `);
  // In one order, so that two runs cannot wait for each other in a ring.
  await transaction.query(
    sql.typeAlias('void')`select from dossiers where key = any(${wanted}) order by key for update`,
  );
  const isFresh = sql.fragment`(fresh_until > now() and researched_at >= ${sql.timestamp(since)})`;
  const claimed = await transaction.anyFirst(sql.type(z.object({ key: z.string() }))`
    update dossiers set lease = ${lease}, leased_until = now() + make_interval(secs => ${LEASE_S})
    where key = any(${wanted}) and ${isFresh} is not true and (leased_until is null or leased_until < now())
    returning key
  `);
  const fresh = await transaction.any(sql.type(storedDossier)`
    select key, pages, researched_at as "researchedAt", fresh_until as "freshUntil" from dossiers
    where key = any(${wanted}) and ${isFresh} order by researched_at
  `);
  const pages = new Map(fresh.map((dossier) => [dossier.key, dossier.pages]));
  const busy = keys.filter((key) => !claimed.includes(key) && !pages.has(key));
  const [freshUntil = null] = fresh
    .filter((dossier) => dossier.pages.length > 0)
    .map((dossier) => dossier.freshUntil)
    .toSorted((one, other) => one.getTime() - other.getTime());
  const researchedAt = new Map(fresh.map((dossier) => [dossier.key, dossier.researchedAt]));
  const oldestAt = fresh[0]?.researchedAt ?? null;
  return { lease, claimed: [...claimed], pages, researchedAt, oldestAt, freshUntil, busy };
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
  dossiers: readonly { key: string; pages: DossierPage[]; freshForS: number }[],
): Promise<void> {
  for (const { key, pages, freshForS } of dossiers) {
    await transaction.query(sql.typeAlias('void')`
      update dossiers
      set pages = ${sql.jsonb(pages)}, researched_at = now(), fresh_until = now() + make_interval(secs => ${freshForS}),
          lease = null, leased_until = null
      where key = ${key} and lease = ${lease}
    `);
  }
  await transaction.query(sql.typeAlias('void')`
    delete from dossiers where fresh_until < now() - make_interval(days => ${KEPT_DAYS}) and lease is null
  `);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { DossierClaim, DossierPage } from '#db/queries/dossiers.ts';
import {
  ModelOutputError,
  type ModelUsage,
  type ResearchModel,
  type SourcePage,
} from '#providers/research/provider.ts';
import { type DossierSubject, dossierSubjects, freshForS, pagesAbout } from './dossiers.ts';
import { type GatherSubject, gatherRequest } from './prompts.ts';
import { mergePages, readPages } from './sources.ts';
import type { ResearchSubject } from './subject.ts';

/** Where dossiers are kept; see db/queries/dossiers.ts. */
export type DossierStore = {
  claim(keys: readonly string[], since: Date): Promise<DossierClaim>;
  /** Never rejects: what it is for goes on without it. */
  renew(lease: string): Promise<void>;
  save(lease: string, dossiers: readonly { key: string; pages: DossierPage[]; freshForS: number }[]): Promise<void>;
  release(lease: string): Promise<void>;
};

export type Collected = {
  pages: SourcePage[];
  /** False: the search did not work as it should, and what it left out is missing. */
  isSearchComplete: boolean;
  /** When the oldest of the dossiers was researched that were there already; null: nothing is older than this run. */
  oldestAt: Date | null;
  /** When the first of the dossiers with pages that were there already goes stale; null: none was. */
  freshUntil: Date | null;
  raw: string;
  usage: ModelUsage;
};

const POLL_MS = 1_000;
const RENEW_MS = 30_000;
const NO_USAGE: ModelUsage = { inputTokens: 0, outputTokens: 0, searches: 0 };

/**
 * The pages about everybody of a meeting: from dossiers that are fresh, and by one request for those that are not. What another run is researching at
 * this moment is waited for instead of being paid for twice.
 *
 * @param wanted.since What was researched before is researched again.
 * @param wanted.isLastAttempt Asked once a search did not work: whether what it found is made do with.
 * @throws ModelOutputError `search_unavailable` when the search did not work and there is another attempt, or nothing was found at all
 */
export async function collectPages(
  { model, dossiers }: { model: ResearchModel; dossiers: DossierStore },
  { subject, since, isLastAttempt }: { subject: ResearchSubject; since: Date; isLastAttempt: () => boolean },
  signal: AbortSignal,
): Promise<Collected> {
  let open = dossierSubjects(subject);
  let collected: Collected = {
    pages: [],
    isSearchComplete: true,
    oldestAt: null,
    freshUntil: null,
    raw: '',
    usage: NO_USAGE,
  };
  while (open.length > 0) {
    const claim = await dossiers.claim(
      open.map(({ key }) => key),
      since,
    );
    const known = [...claim.pages.values()].flat();
    collected = {
      ...collected,
      pages: mergePages([...collected.pages, ...known]),
      oldestAt: earlier(collected.oldestAt, claim.oldestAt),
      freshUntil: earlier(collected.freshUntil, claim.freshUntil ?? null),
    };
    const claimed = open.filter(({ key }) => claim.claimed.includes(key));
    if (claimed.length > 0) {
      const found = await gatherDossiers({ model, dossiers }, { claimed, lease: claim.lease, isLastAttempt }, signal);
      collected = {
        ...collected,
        pages: mergePages([...collected.pages, ...found.pages]),
        isSearchComplete: collected.isSearchComplete && found.isSearchComplete,
        raw: found.raw,
        usage: added(collected.usage, found.usage),
      };
    } else if (claim.busy.length > 0) {
      await sleep(POLL_MS, undefined, { signal });
    }
    open = open.filter(({ key }) => claim.busy.includes(key));
  }
  return collected;
}

async function gatherDossiers(
  { model, dossiers }: { model: ResearchModel; dossiers: DossierStore },
  {
    claimed,
    lease,
    isLastAttempt,
  }: { claimed: readonly DossierSubject[]; lease: string; isLastAttempt: () => boolean },
  signal: AbortSignal,
): Promise<Omit<Collected, 'oldestAt' | 'freshUntil'>> {
  const pulse = setInterval(() => void dossiers.renew(lease), RENEW_MS);
  try {
    const gathered = await model.gather(gatherRequest(toRequest(claimed)), signal);
    const pages = readPages(gathered, new Date());
    const isEmpty = pages.every(({ text }) => text === '');
    const isBroken = gathered.search === 'broken';
    if ((isBroken && !isLastAttempt()) || (isEmpty && gathered.search !== 'sound')) {
      throw new ModelOutputError('search_unavailable');
    }
    // What a broken search left out would be missing for everybody: it is used here, and not shared.
    if (gathered.search === 'sound') {
      const found = claimed.map((dossier) => ({ dossier, pages: pagesAbout(dossier, pages) }));
      await dossiers.save(
        lease,
        found.map(({ dossier, pages: about }) => ({
          key: dossier.key,
          pages: about,
          freshForS: freshForS(dossier, about),
        })),
      );
    }
    return { pages, isSearchComplete: !isBroken, raw: gathered.raw, usage: gathered.usage };
  } finally {
    clearInterval(pulse);
    await dossiers.release(lease);
  }
}

function toRequest(claimed: readonly DossierSubject[]): GatherSubject {
  return {
    companies: claimed.flatMap((one) => (one.kind === 'company' ? [one.domain] : [])),
    guests: claimed.flatMap((one) => (one.kind === 'person' ? [one.guest] : [])),
    pages: claimed.flatMap((one) => (one.kind === 'page' ? [one.url] : [])),
  };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function added(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    searches: one.searches + other.searches,
  };
}

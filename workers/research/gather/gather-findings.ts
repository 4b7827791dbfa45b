import { setTimeout as sleep } from 'node:timers/promises';
import type { Dossier } from '#db/queries/dossiers.ts';
import type { DossierStore } from '#db/stored-dossiers.ts';
import { ModelOutputError, type ResearchModel } from '#providers/research/provider.ts';
import type { OnFault } from '#workers/research/fault.ts';
import type { ResearchSubject } from '#workers/research/subject.ts';
import { type DossierSubject, dossierSubjects, freshForS } from './dossiers.ts';
import { gatherRequest } from './gather-request.ts';
import { readDossiers } from './read-findings.ts';

export type Known = {
  /** Each company, guest and chosen page, with what is known of it. */
  dossiers: readonly { subject: DossierSubject; found: Dossier }[];
  /** False: the search did not work as it should, and what it left out is missing. */
  isSearchComplete: boolean;
  /** When the oldest of the dossiers was researched that were there already; null: nothing is older than this run. */
  oldestAt: Date | null;
  /** When the first of the dossiers with findings that were there already goes stale; null: none was. */
  freshUntil: Date | null;
};

/** `onFault` hears of each quote that stands in no page that was read. */
type Tools = { model: ResearchModel; dossiers: DossierStore; onFault?: OnFault };

const POLL_MS = 1_000;
const RENEW_MS = 30_000;
const NOTHING: Dossier = { pages: [], names: [], findings: [] };

/**
 * What is known of everyone of a meeting: from dossiers that are fresh, and by one request for those that are not. What another run is researching at
 * this moment is waited for instead of being paid for twice.
 *
 * @param wanted.since What was researched before is researched again.
 * @param wanted.isLastAttempt Asked once a search did not work: whether what it found is made do with.
 * @throws ModelOutputError `search_unavailable` when the search did not work and there is another attempt, or nothing was found at all
 */
export async function gatherFindings(
  tools: Tools,
  { subject, since, isLastAttempt }: { subject: ResearchSubject; since: Date; isLastAttempt: () => boolean },
  signal: AbortSignal,
): Promise<Known> {
  const subjects = dossierSubjects(subject);
  const found = new Map<string, Dossier>();
  let isSearchComplete = true;
  let oldestAt: Date | null = null;
  let freshUntil: Date | null = null;
  for (let open = subjects; open.length > 0; ) {
    const claim = await tools.dossiers.claim(open, since);
    for (const [key, one] of claim.known) found.set(key, one);
    oldestAt = earlier(oldestAt, claim.oldestAt);
    freshUntil = earlier(freshUntil, claim.freshUntil ?? null);
    const claimed = open.filter(({ key }) => claim.claimed.includes(key));
    if (claimed.length > 0) {
      const gathered = await research(tools, { claimed, lease: claim.lease, isLastAttempt }, signal);
      for (const [key, one] of gathered.found) found.set(key, one);
      isSearchComplete &&= gathered.isSearchComplete;
    } else if (claim.busy.length > 0) {
      await sleep(POLL_MS, undefined, { signal });
    }
    open = open.filter(({ key }) => claim.busy.includes(key));
  }
  const all = subjects.map((one) => ({ subject: one, found: found.get(one.key) ?? NOTHING }));
  return { dossiers: all, isSearchComplete, oldestAt, freshUntil };
}

async function research(
  { model, dossiers, onFault = () => {} }: Tools,
  { claimed, lease, isLastAttempt }: { claimed: DossierSubject[]; lease: string; isLastAttempt: () => boolean },
  signal: AbortSignal,
): Promise<{ found: Map<string, Dossier>; isSearchComplete: boolean }> {
  const pulse = setInterval(() => void dossiers.renew(lease), RENEW_MS);
  try {
    const gathered = await model.gather(gatherRequest(claimed), signal);
    const { search, cutOff } = gathered;
    const found = readDossiers(gathered, claimed, new Date(), onFault);
    const isEmpty = [...found.values()].every(({ findings }) => findings.length === 0);
    if (cutOff !== null && isEmpty) throw cutOff;
    if ((search === 'broken' && !isLastAttempt()) || (isEmpty && search !== 'sound')) {
      throw new ModelOutputError('search_unavailable');
    }
    // What a broken search left out would be missing for everyone: it is used here, and not shared.
    if (search === 'sound') {
      const kept = claimed.map((subject) => ({ subject, one: found.get(subject.key) ?? NOTHING }));
      await dossiers.save(
        lease,
        kept
          .filter(({ one }) => cutOff === null || one.findings.length > 0)
          .map(({ subject, one }) => ({
            key: subject.key,
            about: subject.about,
            found: one,
            freshForS: freshForS(subject, one, cutOff === null),
          })),
      );
    }
    return { found, isSearchComplete: search !== 'broken' && cutOff === null };
  } finally {
    clearInterval(pulse);
    await dossiers.release(lease);
  }
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

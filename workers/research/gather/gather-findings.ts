import { setTimeout as sleep } from 'node:timers/promises';
import type { Dossier } from '#db/queries/dossiers.ts';
import type { DossierStore } from '#db/stored-dossiers.ts';
import { pageKey } from '#domain/page-key.ts';
import {
  addUsage,
  type FailedFetch,
  type Gathered,
  ModelOutputError,
  type ResearchModel,
} from '#providers/research/provider.ts';
import type { OnFault } from '#workers/research/fault.ts';
import type { ResearchSubject } from '#workers/research/subject.ts';
import { type DossierSubject, dossierSubjects, freshForS } from './dossiers.ts';
import { gatherRequest } from './gather-request.ts';
import { ownPages } from './own-pages.ts';
import { readDossiers } from './read-findings.ts';
import { withShared } from './share-findings.ts';

export type Known = {
  /** Each company, guest and chosen page with its findings. */
  dossiers: readonly { subject: DossierSubject; found: Dossier }[];
  /** False if results are missing, because searches or the vendor's fetch failed or the model's answer was cut off. */
  isSearchComplete: boolean;
  /** When the oldest reused dossier was researched; null if none was reused. */
  oldestAt: Date | null;
  /** When the first reused dossier with findings goes stale; null if none was reused. */
  freshUntil: Date | null;
};

/** `onFault` is called for each quote that its page does not contain. */
type Tools = { model: ResearchModel; dossiers: DossierStore; onFault?: OnFault };

const POLL_MS = 1_000;
const RENEW_MS = 30_000;
const NOTHING: Dossier = { pages: [], names: [], findings: [] };

/**
 * Collects what is known about everyone in a meeting: from fresh dossiers, and by a request for the rest. Waits for
 * research already running elsewhere instead of paying twice.
 *
 * @param wanted.since Research from before this time is repeated, on pages fetched anew; the epoch reuses everything.
 * @param wanted.isLastAttempt Called after a failed search; if true, partial results are accepted.
 * @throws ModelOutputError `search_unavailable` if the search failed and another attempt is left, or if nothing was
 * found without a working search
 */
export async function gatherFindings(
  tools: Tools,
  {
    subject,
    since,
    isLastAttempt,
  }: { subject: ResearchSubject; since: Date; isLastAttempt: (code: string) => boolean },
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
      const asked = { claimed, lease: claim.lease, isRecheck: since > new Date(0), isLastAttempt };
      const gathered = await research(tools, asked, signal);
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
  {
    claimed,
    lease,
    isRecheck,
    isLastAttempt,
  }: { claimed: DossierSubject[]; lease: string; isRecheck: boolean; isLastAttempt: (code: string) => boolean },
  signal: AbortSignal,
): Promise<{ found: Map<string, Dossier>; isSearchComplete: boolean }> {
  const pulse = setInterval(() => void dossiers.renew(lease), RENEW_MS);
  try {
    const today = new Date().toISOString().slice(0, 10);
    const gathered = await gatherInParts(claimed, (part) =>
      model.gather({ ...gatherRequest(part, today), isRecheck }, signal),
    );
    const { search, cutOff } = gathered;
    const found = readDossiers(gathered, claimed, new Date(), onFault);
    const isEmpty = [...found.values()].every(({ findings }) => findings.length === 0);
    if (cutOff !== null && isEmpty) throw cutOff;
    if ((search === 'broken' && !isLastAttempt('search_unavailable')) || (isEmpty && search !== 'sound')) {
      throw new ModelOutputError('search_unavailable');
    }
    const gaps = new Map(claimed.map((subject) => [subject, unread(subject, gathered)]));
    // A site that does not answer may never answer, but a failure of the vendor's fetch is a gap in this research.
    const hasOutage = (subject: DossierSubject) => gaps.get(subject)?.some(({ isOutage }) => isOutage) === true;
    // Results of a failed search or fetch are used here but not stored: reports that reused them would hide the gap.
    if (search === 'sound') {
      const told = claimed.map((subject) => ({ subject, whole: found.get(subject.key) ?? NOTHING }));
      await dossiers.save(
        lease,
        withShared(told, gathered.pages)
          .filter(({ subject, whole }) => !hasOutage(subject) && (cutOff === null || whole.findings.length > 0))
          .map(({ subject, whole, shared }) => ({
            key: subject.key,
            about: subject.about,
            whole,
            shared,
            freshForS: freshForS(subject, shared, cutOff === null && gaps.get(subject)?.length === 0),
          })),
      );
    }
    return { found, isSearchComplete: search !== 'broken' && cutOff === null && !claimed.some(hasOutage) };
  } finally {
    clearInterval(pulse);
    await dossiers.release(lease);
  }
}

/** Returns the failed fetches of a company's home page, unless that page or another on the site was read. */
function unread(subject: DossierSubject, { pages, failedFetches }: Gathered): FailedFetch[] {
  if (subject.kind !== 'company') return [];
  const home = pageKey(`https://${subject.domain}/`);
  const isOwn = ownPages(subject, pages);
  const isRead = pages.some(({ url, requestedUrl }) => requestedUrl !== null && isOwn(url));
  return isRead ? [] : failedFetches.filter(({ url }) => pageKey(url) === home);
}

/**
 * Gathers for all subjects at once. If the model declines, asks again for each half: usually one subject is the cause,
 * and the others should still get results.
 *
 * @returns the results of all parts; `cutOff` has the refusal if any part was refused
 * @throws ModelOutputError `refused` if the model declined for every subject
 */
async function gatherInParts(
  subjects: readonly DossierSubject[],
  gather: (part: readonly DossierSubject[]) => Promise<Gathered>,
): Promise<Gathered> {
  try {
    return await gather(subjects);
  } catch (error) {
    if (!isRefusal(error) || subjects.length === 1) throw error;
  }
  const middle = Math.ceil(subjects.length / 2);
  const parts: Gathered[] = [];
  let refusal: ModelOutputError | null = null;
  for (const half of [subjects.slice(0, middle), subjects.slice(middle)]) {
    try {
      parts.push(await gatherInParts(half, gather));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusal = error;
    }
  }
  if (refusal !== null && parts.length === 0) throw refusal;
  const searches = new Set(parts.map(({ search }) => search));
  return {
    pages: parts.flatMap(({ pages }) => pages),
    failedFetches: parts.flatMap(({ failedFetches }) => failedFetches),
    passages: parts.flatMap(({ passages }) => passages),
    search: (['broken', 'sound'] as const).find((search) => searches.has(search)) ?? 'unused',
    cutOff: refusal ?? parts.find(({ cutOff }) => cutOff !== null)?.cutOff ?? null,
    usage: parts.map(({ usage }) => usage).reduce(addUsage),
  };
}

function isRefusal(error: unknown): error is ModelOutputError {
  return error instanceof ModelOutputError && error.code === 'refused';
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

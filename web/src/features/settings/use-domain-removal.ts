import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { meetingsKey } from '#web/api/meetings.ts';
import { deleteBlacklistDomain, domainBlacklistQuery, postBlacklistDomain } from '#web/api/users.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';

const UNDO_MS = 5000;

/**
 * Removes domains from the blacklist, with 5 s to undo. Nothing is sent until they are over, as a removal makes us
 * research the domain's meetings. Leaving the screen sends pending removals, which `waiting` lists.
 */
export function useDomainRemoval() {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const [waiting, setWaiting] = useState<readonly string[]>([]);

  const send = useCallback(
    async (domain: string) => {
      clearTimeout(timers.current.get(domain));
      timers.current.delete(domain);
      try {
        const { excludedDomains } = await deleteBlacklistDomain(domain);
        await takeOver(queryClient, excludedDomains);
      } catch (error) {
        reportFailure(error, 'Failed to remove domain');
      } finally {
        setWaiting((domains) => without(domains, domain));
      }
    },
    [queryClient, reportFailure],
  );

  /** Cancels a removal. If it was already sent, since a paused toast can outlive the delay, adds the domain again. */
  async function undo(domain: string) {
    const timer = timers.current.get(domain);
    clearTimeout(timer);
    timers.current.delete(domain);
    setWaiting((domains) => without(domains, domain));
    if (timer !== undefined) return;
    try {
      await takeOver(queryClient, (await postBlacklistDomain(domain)).excludedDomains);
    } catch (error) {
      reportFailure(error, 'Failed to add domain');
    }
  }

  function remove(domain: string) {
    setWaiting((domains) => [...domains, domain]);
    timers.current.set(
      domain,
      setTimeout(() => void send(domain), UNDO_MS),
    );
    const action = { label: 'Undo', run: () => void undo(domain) };
    notify({ tone: 'blank', title: `${domain} removed`, action, durationMs: UNDO_MS });
  }

  useEffect(() => {
    const { current: pending } = timers;
    const sendAll = () => {
      for (const domain of pending.keys()) void send(domain);
    };
    window.addEventListener('pagehide', sendAll);
    return () => {
      window.removeEventListener('pagehide', sendAll);
      sendAll();
    };
  }, [send]);

  return { remove, waiting };
}

function without(domains: readonly string[], domain: string): string[] {
  return domains.filter((other) => other !== domain);
}

/** Caches the list that the server returned, and refreshes meetings, whose type may change. */
export async function takeOver(queryClient: QueryClient, excludedDomains: string[]): Promise<void> {
  queryClient.setQueryData(domainBlacklistQuery.queryKey, excludedDomains);
  await queryClient.invalidateQueries({ queryKey: meetingsKey });
}

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { deleteBlacklistDomain, domainBlacklistQuery, postBlacklistDomain } from '#web/api/users.ts';
import { FailedQuery } from '#web/features/errors/query-panel.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

export function DomainBlacklist() {
  const blacklist = useQuery(domainBlacklistQuery);
  const { remove, waiting } = useDomainRemoval();
  if (blacklist.isError && !blacklist.data) {
    return <FailedQuery title="Failed to load domain blacklist" query={blacklist} />;
  }
  const domains = blacklist.data?.filter((domain) => !waiting.includes(domain)) ?? [];
  return (
    <Card>
      <AddDomain />
      <Loading waiting={blacklist.isPending} skeleton={<Bone className="mx-5 mb-5 h-5 w-56" />}>
        {() =>
          domains.length === 0 ? (
            <p className="border-t border-line px-5 py-3.5 text-ink3">No domains are excluded.</p>
          ) : (
            <ul aria-label="Excluded domains">
              {domains.map((domain) => (
                <li
                  key={domain}
                  className="flex items-center justify-between gap-4 border-t border-line py-1.5 pr-3 pl-5"
                >
                  <span className="min-w-0 wrap-anywhere">{domain}</span>
                  <Button size="small" variant="ghost" aria-label={`Remove ${domain}`} onClick={() => remove(domain)}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </Card>
  );
}

function AddDomain() {
  const [text, setText] = useState('');
  const queryClient = useQueryClient();
  const domain = text.trim();
  const add = useAction({
    run: postBlacklistDomain,
    success: ({ message }) => message,
    failure: 'Failed to add domain',
    onDone: ({ excludedDomains }) => {
      setText('');
      return takeOver(queryClient, excludedDomains);
    },
  });
  const refusal = add.error instanceof ApiError ? add.error.fieldErrors['domain'] : undefined;
  return (
    <form
      noValidate
      className="flex items-start gap-2 p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (domain !== '' && !add.isPending) add.mutate(domain);
      }}
    >
      <Field
        label="Domain"
        className="min-w-0 flex-1"
        placeholder="zoom.us"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        value={text}
        error={refusal}
        hint="Includes its subdomains."
        onChange={(event) => {
          setText(event.target.value);
          add.reset();
        }}
      />
      <Button type="submit" className="mt-6 h-10 sm:h-9" busy={add.isPending} disabled={domain === ''}>
        Add domain
      </Button>
    </form>
  );
}

const UNDO_MS = 5000;

/**
 * Removes domains from the blacklist after 5 s, unless undone: a removal starts research on the domain's meetings.
 * Leaving the screen sends the pending removals, listed in `waiting`.
 */
function useDomainRemoval() {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const sending = useRef(new Map<string, Promise<void>>());
  const [waiting, setWaiting] = useState<readonly string[]>([]);

  const send = useCallback(
    (domain: string) => {
      clearTimeout(timers.current.get(domain));
      timers.current.delete(domain);
      const sent = deleteBlacklistDomain(domain)
        .then(({ excludedDomains }) => takeOver(queryClient, excludedDomains))
        .catch((error: unknown) => reportFailure(error, 'Failed to remove domain'))
        .finally(() => setWaiting((domains) => without(domains, domain)));
      sending.current.set(domain, sent);
    },
    [queryClient, reportFailure],
  );

  /** Cancels a removal, or adds the domain again if it was already sent: a paused toast can outlive the delay. */
  async function undo(domain: string) {
    const timer = timers.current.get(domain);
    clearTimeout(timer);
    timers.current.delete(domain);
    setWaiting((domains) => without(domains, domain));
    if (timer !== undefined) return;
    // Otherwise the server could handle this call first.
    await sending.current.get(domain);
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
      setTimeout(() => send(domain), UNDO_MS),
    );
    const action = { label: 'Undo', run: () => void undo(domain) };
    notify({ tone: 'blank', title: `${domain} removed`, action, durationMs: UNDO_MS });
  }

  useEffect(() => {
    const { current: pending } = timers;
    const sendAll = () => {
      for (const domain of pending.keys()) send(domain);
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
async function takeOver(queryClient: QueryClient, excludedDomains: string[]): Promise<void> {
  queryClient.setQueryData(domainBlacklistQuery.queryKey, excludedDomains);
  await queryClient.invalidateQueries({ queryKey: meetingsKey });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { domainBlacklistQuery, postBlacklistDomain } from '#web/api/users.ts';
import { FailedQuery } from '#web/features/errors/failed-query.tsx';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { takeOver, useDomainRemoval } from './use-domain-removal.ts';

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
  const reportFailure = useReportFailure();
  const domain = text.trim();
  const add = useMutation({
    mutationFn: postBlacklistDomain,
    onSuccess: async ({ excludedDomains, message }) => {
      setText('');
      notify({ tone: 'success', title: message, durationMs: 3000 });
      await takeOver(queryClient, excludedDomains);
    },
    onError: (error) => reportFailure(error, 'Failed to add domain'),
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

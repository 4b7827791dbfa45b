import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deleteWhitelistEntry, whitelistQuery } from '#web/api/admin.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { notify } from '#web/ui/notify.ts';
import { Page } from '#web/ui/page.tsx';
import { AddEmailDialog } from './add-email-dialog.tsx';
import { BulkAddDialog } from './bulk-add-dialog.tsx';
import { Detail, EntryList, type Shown } from './entry-list.tsx';
import { addedByText, expiry } from './whitelist-words.ts';

/** Lists who has full access without a subscription; adds and removes entries. */
export function WhitelistScreen({ shown, onShow }: Shown) {
  const [open, setOpen] = useState<'add' | 'bulk' | null>(null);
  const timeZone = useTimeZone();
  const list = useQuery(whitelistQuery(shown));
  useEffect(() => {
    if (list.error) notify({ tone: 'error', title: 'Error', detail: 'Failed to fetch whitelist' });
  }, [list.error]);
  const adding = { onClose: () => setOpen(null), onAdded: () => onShow({ page: 1 }) };

  return (
    <Page
      title="Email Whitelist"
      lead="These addresses have full access without a subscription."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen('bulk')}>Bulk Add</Button>
          <Button variant="primary" onClick={() => setOpen('add')}>
            Add Email
          </Button>
        </div>
      }
      width="dashboard"
    >
      <EntryList
        list={list}
        failure="Failed to fetch whitelist"
        shown={shown}
        onShow={onShow}
        caption="Whitelisted emails"
        columns={['Email', 'Reason', 'Duration', 'Contract', 'Added By', 'Date Added']}
        empty={
          <EmptyState title="No whitelisted emails yet" text="Addresses you add here get full access right away." />
        }
        nameOf={({ email }) => email}
        renderDetails={({ reason, expiresAt, contractReference, addedByUser, createdAt }) => (
          <>
            <Detail>{reason}</Detail>
            <Detail isShort>
              <Expiry expiresAt={expiresAt} timeZone={timeZone} />
            </Detail>
            <Detail>{contractReference}</Detail>
            <Detail label="Added by">{addedByText(addedByUser)}</Detail>
            <Detail label="Added" isShort>
              <time dateTime={createdAt}>{dateText(createdAt, timeZone)}</time>
            </Detail>
          </>
        )}
        removal={{
          title: 'Remove from whitelist?',
          consequence: 'loses premium access right away, unless there is an active subscription.',
          remove: deleteWhitelistEntry,
          done: 'Email removed from whitelist',
          failure: 'Failed to remove email',
        }}
      />
      {open === 'add' && <AddEmailDialog {...adding} />}
      {open === 'bulk' && <BulkAddDialog {...adding} />}
    </Page>
  );
}

function Expiry({ expiresAt, timeZone }: { expiresAt: string | null; timeZone: string }) {
  const { text, tone } = expiry(expiresAt, useNow());
  const until = expiresAt === null ? undefined : `Until ${dateText(expiresAt, timeZone)}`;
  return <span title={until}>{tone === 'neutral' ? text : <Badge tone={tone}>{text}</Badge>}</span>;
}

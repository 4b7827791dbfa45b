import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { WhitelistEntry } from '#contract/admin-whitelist.ts';
import { deleteWhitelistEntry, whitelistQuery } from '#web/api/admin.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { Page } from '#web/ui/page.tsx';
import { AddEmailDialog } from './add-email-dialog.tsx';
import { BulkAddDialog } from './bulk-add-dialog.tsx';
import { NumberedPages } from './numbered-pages.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import type { WhitelistPage } from './whitelist-page.ts';
import { WhitelistTable } from './whitelist-table.tsx';

type Props = { shown: WhitelistPage; onShow: (next: Partial<WhitelistPage>) => void };

/** Lists who has full access without a subscription; adds and removes entries. */
export function WhitelistScreen({ shown, onShow }: Props) {
  const [open, setOpen] = useState<'add' | 'bulk' | null>(null);
  const [removing, setRemoving] = useState<WhitelistEntry | null>(null);
  const list = useQuery(whitelistQuery(shown));
  useEffect(() => {
    if (list.error) notify({ tone: 'error', title: 'Error', detail: 'Failed to fetch whitelist' });
  }, [list.error]);
  const entries = list.data?.data ?? [];

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
      <NumberedPages
        list={list}
        failure="Failed to fetch whitelist"
        shown={shown}
        onShow={onShow}
        table={<WhitelistTable entries={entries} onRemove={setRemoving} />}
      />
      <AddEmailDialog open={open === 'add'} onClose={() => setOpen(null)} onAdded={() => onShow({ page: 1 })} />
      <BulkAddDialog open={open === 'bulk'} onClose={() => setOpen(null)} onAdded={() => onShow({ page: 1 })} />
      <RemoveDialog
        entry={removing}
        title="Remove from whitelist?"
        nameOf={({ email }) => email}
        consequence="loses premium access right away, unless there is an active subscription."
        remove={deleteWhitelistEntry}
        done="Email removed from whitelist"
        failure="Failed to remove email"
        onClose={() => setRemoving(null)}
        onRemoved={() => {
          if (entries.length === 1 && shown.page > 1) onShow({ page: shown.page - 1 });
        }}
      />
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { WhitelistEntry } from '#contract/admin-whitelist.ts';
import { whitelistQuery } from '#web/api/admin.ts';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { notify } from '#web/ui/notify.ts';
import { Page } from '#web/ui/page.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { AddEmailDialog } from './add-email-dialog.tsx';
import { BulkAddDialog } from './bulk-add-dialog.tsx';
import { RemoveEntryDialog } from './remove-entry-dialog.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { WhitelistFooter } from './whitelist-footer.tsx';
import type { WhitelistPage } from './whitelist-page.ts';
import { WhitelistTable } from './whitelist-table.tsx';

type Props = { shown: WhitelistPage; onShow: (next: Partial<WhitelistPage>) => void };

/** Who has full access without a subscription, and the ways to give and take it. */
export function WhitelistScreen({ shown, onShow }: Props) {
  const [open, setOpen] = useState<'add' | 'bulk' | null>(null);
  const [removing, setRemoving] = useState<WhitelistEntry | null>(null);
  const list = useQuery(whitelistQuery(shown));
  useEffect(() => {
    if (list.error) notify({ tone: 'error', title: 'Error', detail: 'Failed to fetch whitelist' });
  }, [list.error]);
  const entries = list.data?.data ?? [];
  const { total = 0, totalPages = 0 } = list.data?.pagination ?? {};

  // Somebody else may have emptied this page, or its address is an old one.
  useEffect(() => {
    if (list.isSuccess && !list.isPlaceholderData && entries.length === 0 && shown.page > 1) {
      onShow({ page: Math.max(1, totalPages) });
    }
  }, [list.isSuccess, list.isPlaceholderData, entries.length, shown.page, totalPages, onShow]);

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
      {list.isError ? (
        <FailedPanel
          title="Failed to fetch whitelist"
          detail={failureDetail(list.error)}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <Loading waiting={list.isPending} skeleton={<TableSkeleton />}>
          {() => (
            <div aria-busy={list.isPlaceholderData || undefined}>
              <WhitelistTable entries={entries} onRemove={setRemoving} />
              {total > 0 && (
                <WhitelistFooter
                  shown={shown}
                  count={entries.length}
                  total={total}
                  totalPages={totalPages}
                  onShow={onShow}
                />
              )}
            </div>
          )}
        </Loading>
      )}
      <AddEmailDialog open={open === 'add'} onClose={() => setOpen(null)} onAdded={() => onShow({ page: 1 })} />
      <BulkAddDialog open={open === 'bulk'} onClose={() => setOpen(null)} onAdded={() => onShow({ page: 1 })} />
      <RemoveEntryDialog
        entry={removing}
        onClose={() => setRemoving(null)}
        onRemoved={() => {
          if (entries.length === 1 && shown.page > 1) onShow({ page: shown.page - 1 });
        }}
      />
    </Page>
  );
}

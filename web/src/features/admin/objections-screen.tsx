import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Objection } from '#contract/objections.ts';
import { objectionsQuery } from '#web/api/admin.ts';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { AddObjectionDialog } from './add-objection-dialog.tsx';
import { ObjectionsTable } from './objections-table.tsx';
import { RemoveObjectionDialog } from './remove-objection-dialog.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { WhitelistFooter } from './whitelist-footer.tsx';
import type { WhitelistPage } from './whitelist-page.ts';

type Props = { shown: WhitelistPage; onShow: (next: Partial<WhitelistPage>) => void };

/** Who is not to be researched, and the ways to list somebody and to take them off. */
export function ObjectionsScreen({ shown, onShow }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Objection | null>(null);
  const list = useQuery(objectionsQuery(shown));
  const objections = list.data?.data ?? [];
  const { total = 0, totalPages = 0 } = list.data?.pagination ?? {};

  // Somebody else may have emptied this page, or its address is an old one.
  useEffect(() => {
    if (list.isSuccess && !list.isPlaceholderData && objections.length === 0 && shown.page > 1) {
      onShow({ page: Math.max(1, totalPages) });
    }
  }, [list.isSuccess, list.isPlaceholderData, objections.length, shown.page, totalPages, onShow]);

  return (
    <Page
      title="Objections"
      lead="Guests and companies who are not to be researched, for any user."
      actions={
        <Button variant="primary" onClick={() => setAdding(true)}>
          Add objection
        </Button>
      }
      width="dashboard"
    >
      {list.isError ? (
        <FailedPanel
          title="Failed to load the objections"
          detail={failureDetail(list.error)}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <Loading waiting={list.isPending} skeleton={<TableSkeleton />}>
          {() => (
            <div aria-busy={list.isPlaceholderData || undefined}>
              <ObjectionsTable objections={objections} onRemove={setRemoving} />
              {total > 0 && (
                <WhitelistFooter
                  shown={shown}
                  count={objections.length}
                  total={total}
                  totalPages={totalPages}
                  onShow={onShow}
                />
              )}
            </div>
          )}
        </Loading>
      )}
      <AddObjectionDialog open={isAdding} onClose={() => setAdding(false)} onAdded={() => onShow({ page: 1 })} />
      <RemoveObjectionDialog
        objection={removing}
        onClose={() => setRemoving(null)}
        onRemoved={() => {
          if (objections.length === 1 && shown.page > 1) onShow({ page: shown.page - 1 });
        }}
      />
    </Page>
  );
}

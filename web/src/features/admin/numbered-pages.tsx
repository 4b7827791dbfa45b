import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { FailedQuery } from '#web/features/errors/failed-query.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { WhitelistFooter } from './whitelist-footer.tsx';
import type { WhitelistPage } from './whitelist-page.ts';

type Paged = { data: readonly unknown[]; pagination: { total: number; totalPages: number } };

type Props = {
  list: UseQueryResult<Paged>;
  /** Heading of the error state. */
  failure: string;
  shown: WhitelistPage;
  onShow: (next: Partial<WhitelistPage>) => void;
  table: ReactNode;
};

/** A list with numbered pages in the admin area, with its loading and error states. */
export function NumberedPages({ list, failure, shown, onShow, table }: Props) {
  const count = list.data?.data.length ?? 0;
  const { total = 0, totalPages = 0 } = list.data?.pagination ?? {};

  // The page may have been emptied by someone else, or the URL may be stale.
  useEffect(() => {
    if (list.isSuccess && !list.isPlaceholderData && count === 0 && shown.page > 1) {
      onShow({ page: Math.max(1, totalPages) });
    }
  }, [list.isSuccess, list.isPlaceholderData, count, shown.page, totalPages, onShow]);

  if (list.isError) {
    return <FailedQuery title={failure} query={list} />;
  }
  return (
    <Loading waiting={list.isPending} skeleton={<TableSkeleton />}>
      {() => (
        <div aria-busy={list.isPlaceholderData || undefined}>
          {table}
          {total > 0 && (
            <WhitelistFooter shown={shown} count={count} total={total} totalPages={totalPages} onShow={onShow} />
          )}
        </div>
      )}
    </Loading>
  );
}

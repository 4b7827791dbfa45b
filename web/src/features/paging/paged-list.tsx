import type { ReactNode } from 'react';
import { failureNotice } from '#web/features/errors/failure-notice.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

/** What `useInfiniteQuery` tells of a list that is read page by page. */
export type PagedQuery = {
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

type Props = {
  query: PagedQuery;
  /** Those of every page read so far. */
  items: readonly unknown[];
  /** "Failed to load the audit log". */
  failure: string;
  skeleton: ReactNode;
  /** Stands in the place of the list when there is nothing in it. */
  empty: ReactNode;
  children: () => ReactNode;
};

/** A list that is read page by page: as it waits, fails, is empty, and with more to come. What was read stays when a further page fails. */
export function PagedList({ query, items, failure, skeleton, empty, children }: Props) {
  if (query.isError && items.length === 0) {
    return (
      <FailedPanel
        title={failure}
        detail={failureNotice(query.error, '').detail}
        busy={query.isFetching}
        onRetry={query.refetch}
      />
    );
  }
  return (
    <>
      <Loading waiting={query.isPending} skeleton={skeleton}>
        {() => (items.length === 0 ? empty : children())}
      </Loading>
      {query.hasNextPage && (
        <div className="mt-4">
          <Button busy={query.isFetchingNextPage} onClick={query.fetchNextPage}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

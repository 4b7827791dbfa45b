import type { ReactNode } from 'react';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import type { PagedQuery } from './paged-query.ts';
import { ShowMore } from './show-more.tsx';

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
        detail={failureDetail(query.error)}
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
          <ShowMore query={query} failure={failure} />
        </div>
      )}
    </>
  );
}

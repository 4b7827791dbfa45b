import type { ReactNode } from 'react';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { FailedQuery } from '#web/features/errors/query-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

type Props = {
  query: PagedQuery;
  /** The items of all pages loaded so far. */
  items: readonly unknown[];
  /** For example `Failed to load the audit log`. */
  failure: string;
  skeleton: ReactNode;
  /** Shown when there are no items. */
  empty: ReactNode;
  /** Padding around the error and the button, for lists that run to the edges. */
  gutter?: string;
  children: () => ReactNode;
};

/** A list that loads page by page. Loaded items stay on screen if the next page fails. */
export function PagedList({ query, items, failure, skeleton, empty, gutter = '', children }: Props) {
  if (query.isError && items.length === 0) {
    return (
      <div className={gutter}>
        <FailedQuery title={failure} query={query} />
      </div>
    );
  }
  return (
    <Loading waiting={query.isPending} skeleton={skeleton}>
      {() =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            {children()}
            {query.hasNextPage && (
              <div className={gutter || 'mt-4'}>
                <ShowMore query={query} failure={failure} />
              </div>
            )}
          </>
        )
      }
    </Loading>
  );
}

type ShowMoreProps = { query: PagedQuery; failure: string; size?: 'small' | 'default' };

/** A button that loads the next page of a list. If that fails, shows why and offers to try again. */
export function ShowMore({ query, failure, size = 'default' }: ShowMoreProps) {
  const hasFailed = query.isFetchNextPageError;
  return (
    <div className="flex flex-col items-start gap-2">
      {hasFailed && (
        <p role="alert" className="text-danger">
          {[failure, failureDetail(query.error)].filter(Boolean).join('. ')}
        </p>
      )}
      <Button size={size} busy={query.isFetchingNextPage} onClick={query.fetchNextPage}>
        {hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}

/** The parts of `useInfiniteQuery` that a paged list needs. */
export type PagedQuery = {
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

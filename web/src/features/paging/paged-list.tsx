import type { ReactNode } from 'react';
import { FailedQuery } from '#web/features/errors/failed-query.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import type { PagedQuery } from './paged-query.ts';
import { ShowMore } from './show-more.tsx';

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

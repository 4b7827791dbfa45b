import type { ReactNode } from 'react';
import { Loading } from '#web/ui/skeleton.tsx';
import { FailedQuery, type Refetchable } from './failed-query.tsx';

type Props<Data> = {
  query: Refetchable & { data: Data | undefined; isError: boolean; isPending: boolean };
  /** Heading of the error state, for example `Failed to load profile`. */
  failure: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * A query's data, a skeleton while it loads, or the error state. Data already shown survives a failed refetch.
 */
export function QueryPanel<Data>({ query, failure, skeleton, children }: Props<Data>) {
  const { data } = query;
  if (query.isError && data === undefined) return <FailedQuery title={failure} query={query} />;
  return (
    <Loading waiting={query.isPending} skeleton={skeleton}>
      {() => (data === undefined ? null : children(data))}
    </Loading>
  );
}

import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { failureDetail } from './failure-notice.ts';

/** The parts of a TanStack query that the failed state needs. */
type Refetchable = { error: Error | null; isFetching: boolean; refetch: () => unknown };

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

/** Shown in place of data that could not be loaded: what failed, why, and Retry. */
export function FailedQuery({ title, query }: { title: string; query: Refetchable }) {
  const detail = failureDetail(query.error);
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-lg border border-line bg-surface p-5">
      <div>
        <p className="font-medium text-ink">{title}</p>
        {detail !== undefined && detail !== title && <p className="mt-0.5 text-ink2">{detail}</p>}
      </div>
      <RetryButton query={query} />
    </div>
  );
}

type LineProps = { text: string; query: Refetchable; className: string };

/** Like `FailedQuery`, as a line of a card. */
export function FailedLine({ text, query, className }: LineProps) {
  return (
    <div role="alert" className={`flex items-center justify-between gap-4 ${className}`}>
      <p className="text-ink2">{text}</p>
      <RetryButton query={query} />
    </div>
  );
}

function RetryButton({ query }: { query: Refetchable }) {
  return (
    <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
      Retry
    </Button>
  );
}

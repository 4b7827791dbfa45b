import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { failureDetail } from './failure-notice.ts';

/** The parts of a TanStack query that the failed state needs. */
export type Refetchable = { error: Error | null; isFetching: boolean; refetch: () => unknown };

/** Shown in place of data that could not be loaded: what failed, why, and Retry. */
export function FailedQuery({ title, query }: { title: string; query: Refetchable }) {
  return (
    <FailedPanel
      title={title}
      detail={failureDetail(query.error)}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

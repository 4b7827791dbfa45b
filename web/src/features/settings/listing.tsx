import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

type Props<Row> = {
  /** Id of the row's title. */
  labelledBy: string;
  query: UseQueryResult;
  rows: readonly Row[] | undefined;
  failure: string;
  /** What stands there without rows; nothing where it is not given. */
  empty?: string;
  children: (row: Row) => ReactNode;
  /** After the rows, where there are any. */
  lastItem?: ReactNode;
};

/** What a setting holds several of, below its title. */
export function Listing<Row>({ labelledBy, query, rows, failure, empty, children, lastItem }: Props<Row>) {
  if (query.isError && rows === undefined) {
    return (
      <div className="px-5 pb-4">
        <FailedPanel
          title={failure}
          detail={failureDetail(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  }
  return (
    <Loading waiting={query.isPending} skeleton={<Bone className="mx-5 mb-4 h-[58px]" />}>
      {() =>
        rows?.length === 0 ? (
          empty && <p className="px-5 pb-4 text-ink2">{empty}</p>
        ) : (
          <ul aria-labelledby={labelledBy} className="mx-5 mb-4 divide-y divide-line rounded-md border border-line">
            {rows?.map(children)}
            {lastItem}
          </ul>
        )
      }
    </Loading>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { FailedQuery } from '#web/features/errors/failed-query.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

type Props<Row> = {
  /** Id of the title above the list. */
  labelledBy: string;
  query: ComponentProps<typeof FailedQuery>['query'] & { isError: boolean; isPending: boolean };
  rows: readonly Row[] | undefined;
  failure: string;
  /** Shown when there are no rows; nothing by default. */
  empty?: string;
  children: (row: Row) => ReactNode;
  /** Shown after the rows, if there are any. */
  lastItem?: ReactNode;
};

/** The list below a setting's title. */
export function Listing<Row>({ labelledBy, query, rows, failure, empty, children, lastItem }: Props<Row>) {
  if (query.isError && rows === undefined) {
    return (
      <div className="px-5 pb-4">
        <FailedQuery title={failure} query={query} />
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

import type { ComponentProps, ReactNode } from 'react';
import { FailedQuery } from '#web/features/errors/query-panel.tsx';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

type Props<Row> = {
  id: string;
  title: string;
  hint: ReactNode;
  /** The button next to the title. */
  button: ReactNode;
  query: ComponentProps<typeof FailedQuery>['query'] & { isError: boolean; isPending: boolean };
  rows: readonly Row[] | undefined;
  failure: string;
  /** Shown when there are no rows; nothing by default. */
  empty?: string;
  children: (row: Row) => ReactNode;
  /** Shown after the rows, if there are any. */
  lastItem?: ReactNode;
};

/** A setting with a list below its title. */
export function Listing<Row>({ id, title, hint, button, ...list }: Props<Row>) {
  return (
    <div>
      <SettingRow id={id} title={title} hint={hint} className="max-sm:flex-wrap">
        {button}
      </SettingRow>
      <Rows labelledBy={id} {...list} />
    </div>
  );
}

type RowsProps<Row> = Omit<Props<Row>, 'id' | 'title' | 'hint' | 'button'> & { labelledBy: string };

function Rows<Row>({ labelledBy, query, rows, failure, empty, children, lastItem }: RowsProps<Row>) {
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

type ListedItemProps = {
  title: string;
  note: string;
  /** The action on the right. */
  children: ReactNode;
  className?: string;
};

/** A row of a list in Settings. */
export function ListedItem({ title, note, children, className = 'px-4' }: ListedItemProps) {
  return (
    <li className={`flex items-center gap-4 py-3 ${className}`}>
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-medium text-ink wrap-anywhere">
          {title}
        </p>
        <p className="text-sm text-ink3">{note}</p>
      </div>
      {children}
    </li>
  );
}

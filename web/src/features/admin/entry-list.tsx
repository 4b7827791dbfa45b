import type { UseQueryResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { WHITELIST_PAGE_SIZES } from '#contract/limits.ts';
import { FailedQuery } from '#web/features/errors/query-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { NoValue, Table, TableCell, TableRow } from '#web/ui/table.tsx';
import { type Removal, RemoveDialog } from './remove-dialog.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import type { WhitelistPage } from './whitelist-page.ts';

/** The current page, and a function that shows another. */
export type Shown = { shown: WhitelistPage; onShow: (next: Partial<WhitelistPage>) => void };

type Props<Entry> = Shown & {
  list: UseQueryResult<{ data: Entry[]; pagination: { total: number; totalPages: number } }>;
  /** Heading of the error state. */
  failure: string;
  caption: string;
  /** The columns before the one with the button; the first has the names. */
  columns: readonly string[];
  empty: ReactNode;
  nameOf: (entry: Entry) => string;
  /** The cells between the name and the button. */
  renderDetails: (entry: Entry) => ReactNode;
  removal: Removal;
};

/** A list in the admin area, with numbered pages and a button that removes an entry. */
export function EntryList<Entry extends { id: string }>(props: Props<Entry>) {
  const { list, failure, caption, columns, empty, nameOf, renderDetails, removal, shown, onShow } = props;
  const [removing, setRemoving] = useState<Entry | null>(null);
  const entries = list.data?.data ?? [];
  const count = entries.length;
  const { total = 0, totalPages = 0 } = list.data?.pagination ?? {};

  // The page may have been emptied by someone else, or the URL may be stale.
  useEffect(() => {
    if (list.isSuccess && !list.isPlaceholderData && count === 0 && shown.page > 1) {
      onShow({ page: Math.max(1, totalPages) });
    }
  }, [list.isSuccess, list.isPlaceholderData, count, shown.page, totalPages, onShow]);

  if (list.isError && !list.data) return <FailedQuery title={failure} query={list} />;
  return (
    <Loading waiting={list.isPending} skeleton={<TableSkeleton />}>
      {() => (
        <div aria-busy={list.isPlaceholderData || undefined}>
          <Table caption={caption} columns={[...columns, { name: 'Actions', align: 'right' }]} empty={empty}>
            {entries.map((entry) => (
              <TableRow key={entry.id}>
                <TableCell className="max-md:w-[calc(100%-44px)] font-medium text-ink wrap-anywhere">
                  {nameOf(entry)}
                </TableCell>
                {renderDetails(entry)}
                <TableCell className="max-md:order-1 md:text-right">
                  <button
                    type="button"
                    aria-label={`Remove ${nameOf(entry)}`}
                    title="Remove"
                    onClick={() => setRemoving(entry)}
                    className="touch-target inline-grid size-7 place-items-center rounded-md text-ink3 hover:bg-danger-soft hover:text-danger"
                  >
                    <Trash2 size={16} aria-hidden="true" />
                  </button>
                </TableCell>
              </TableRow>
            ))}
          </Table>
          {total > 0 && <Pages shown={shown} count={count} total={total} totalPages={totalPages} onShow={onShow} />}
          {removing && (
            <RemoveDialog
              {...removal}
              id={removing.id}
              name={nameOf(removing)}
              onClose={() => setRemoving(null)}
              onRemoved={() => {
                if (count === 1 && shown.page > 1) onShow({ page: shown.page - 1 });
              }}
            />
          )}
        </div>
      )}
    </Loading>
  );
}

type DetailProps = { label?: string; isShort?: boolean; children: ReactNode };

/**
 * A cell with one detail of an entry. On phones, details follow the name and the button, and are hidden if null.
 * @param label shown before the detail on phones, where the table header is hidden
 * @param isShort whether it stays on one line
 */
export function Detail({ label, isShort = false, children }: DetailProps) {
  return (
    <TableCell
      className={cx(
        'max-md:order-2 max-md:text-sm',
        isShort ? 'whitespace-nowrap' : 'wrap-anywhere',
        children === null && 'max-md:hidden',
      )}
    >
      {label !== undefined && <span className="md:hidden">{label} </span>}
      {children ?? <NoValue />}
    </TableCell>
  );
}

type PagesProps = Shown & {
  /** Number of rows on this page. */
  count: number;
  total: number;
  totalPages: number;
};

function Pages({ shown, count, total, totalPages, onShow }: PagesProps) {
  const id = useId();
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-4 text-sm text-ink2"
    >
      <output className="tabular-nums">{showingText(shown, count, total)}</output>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="flex items-center gap-2">
          <label htmlFor={id}>Rows per page</label>
          <select
            id={id}
            value={shown.limit}
            onChange={(event) => onShow({ limit: Number(event.target.value), page: 1 })}
            className="h-7 rounded-md border border-control bg-surface px-1.5 text-sm text-ink tabular-nums pointer-coarse:min-h-11"
          >
            {WHITELIST_PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </div>
        <div className="flex items-center gap-2">
          <Button size="small" disabled={shown.page <= 1} onClick={() => onShow({ page: shown.page - 1 })}>
            Previous
          </Button>
          <span className="tabular-nums">
            Page {shown.page} of {totalPages}
          </span>
          <Button size="small" disabled={shown.page >= totalPages} onClick={() => onShow({ page: shown.page + 1 })}>
            Next
          </Button>
        </div>
      </div>
    </nav>
  );
}

/** `Showing 51 to 73 of 73 entries` */
export function showingText({ page, limit }: WhitelistPage, shown: number, total: number): string {
  const before = (page - 1) * limit;
  return `Showing ${shown === 0 ? 0 : before + 1} to ${before + shown} of ${total} entries`;
}

import { useId } from 'react';
import { WHITELIST_PAGE_SIZES } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { showingText } from './showing-text.ts';
import type { WhitelistPage } from './whitelist-page.ts';

type Props = {
  shown: WhitelistPage;
  /** Number of rows on this page. */
  count: number;
  total: number;
  totalPages: number;
  onShow: (next: Partial<WhitelistPage>) => void;
};

export function WhitelistFooter({ shown, count, total, totalPages, onShow }: Props) {
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

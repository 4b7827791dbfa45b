import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type Column = string | { name: string; align: 'right' };

type Props = {
  /** For screen readers. */
  caption: string;
  columns: readonly Column[];
  /** The rows; `empty` is shown if there are none. */
  children: ReactNode[];
  empty?: ReactNode;
};

/** A table with a sticky header. On phones each row becomes a block and the header is for screen readers only. */
export function Table({ caption, columns, children, empty }: Props) {
  return (
    <table className="w-full border-separate border-spacing-0 text-left text-ink2 max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <Head key={typeof column === 'string' ? column : column.name} column={column} />
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {children.length > 0 ? (
          children
        ) : (
          <tr className="max-md:block">
            <td colSpan={columns.length} className="py-16 text-center max-md:block">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Head({ column }: { column: Column }) {
  const { name, align } = typeof column === 'string' ? { name: column, align: 'left' } : column;
  return (
    <th
      scope="col"
      className={cx(
        'h-9 border-b border-line px-3 text-sm font-medium whitespace-nowrap text-ink3 first:pl-0 last:pr-0 md:sticky md:top-0 md:z-10 md:bg-canvas',
        align === 'right' && 'text-right',
      )}
    >
      {name}
    </th>
  );
}

export function TableRow({ children }: { children: ReactNode }) {
  return (
    <tr className="max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:border-b max-md:border-line max-md:py-3 md:hover:bg-hover">
      {children}
    </tr>
  );
}

export function TableCell({ className, children }: Pick<ComponentProps<'td'>, 'className' | 'children'>) {
  return (
    <td
      className={cx(
        'h-10 px-3 py-1 first:pl-0 last:pr-0 max-md:block max-md:h-auto max-md:px-0 md:border-b md:border-line',
        className,
      )}
    >
      {children}
    </td>
  );
}

/** Shown in an empty cell. */
export function NoValue() {
  return (
    <span className="text-ink3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  );
}

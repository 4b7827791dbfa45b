import { cx } from './cx.ts';

export type Figures = { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] };

/** A table of figures. The first column labels each row. */
export function FigureTable({ columns, rows, labelId }: Figures & { labelId: string }) {
  return (
    <table aria-labelledby={labelId} className="w-full text-left">
      <thead className="text-sm text-ink3">
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={cx('pb-2 font-normal', index > 0 && 'pl-4 text-right')}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-2 font-medium wrap-anywhere">
              {name}
            </th>
            {values.map((value, index) => (
              <td key={columns[index + 1]} className="py-2 pl-4 text-right tabular-nums">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

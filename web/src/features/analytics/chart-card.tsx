import { type ReactNode, useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { type Figures, FigureTable } from '#web/ui/figure-table.tsx';

type Props = {
  title: string;
  /** The chart's message in one sentence. */
  lead: string;
  table: Figures;
  /** Shown instead of an empty chart. */
  empty?: string | null;
  className?: string;
  children: ReactNode;
};

/** A chart with a summary and a switch to the same figures as a table. */
export function ChartCard({ title, lead, table, empty = null, className, children }: Props) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <Card className={cx('flex flex-col p-5', className)}>
      <section aria-labelledby={id} className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-start justify-between gap-4">
          <h2 id={id} className="text-md font-semibold">
            {title}
          </h2>
          {empty === null && (
            <Button
              size="small"
              variant="ghost"
              className="-mt-1 -mr-2"
              aria-pressed={isTable}
              aria-describedby={id}
              onClick={() => setTable(!isTable)}
            >
              View as table
            </Button>
          )}
        </div>
        <p className="mb-4 text-pretty text-ink2">{empty ?? lead}</p>
        {empty === null && (isTable ? <FigureTable {...table} labelId={id} /> : children)}
      </section>
    </Card>
  );
}

import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { type Tone, toneBadge } from './tone.ts';

type Props = { tone: Tone; children: ReactNode; action?: ReactNode; className?: string };

/** An inline message with an optional action. */
export function Notice({ tone, children, action, className }: Props) {
  return (
    <output
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md px-3.5 py-2.5',
        toneBadge[tone],
        className,
      )}
    >
      <span className="min-w-0 flex-1 basis-60 text-pretty">{children}</span>
      {action}
    </output>
  );
}

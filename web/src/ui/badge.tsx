import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { type Tone, toneBadge } from './tone.ts';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        toneBadge[tone],
      )}
    >
      {children}
    </span>
  );
}

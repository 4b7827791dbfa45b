import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { type Tone, toneText } from './tone.ts';

/** A status with a coloured dot, which pulses while `active`. */
export function Status({ tone, active = false, children }: { tone: Tone; active?: boolean; children: ReactNode }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm whitespace-nowrap', toneText[tone])}>
      <span className={cx('size-1.5 rounded-xl bg-current', active && 'animate-pulse')} aria-hidden="true" />
      {children}
    </span>
  );
}

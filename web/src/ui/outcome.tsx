import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * Stands in the place of the form or button that brought it about. The focus was on that and is lost with it, so this takes it: the keyboard goes on from
 * here, and a screen reader, which passes over a status that comes with its words in it, reads it out.
 */
export function Outcome({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <output ref={takeLostFocus} tabIndex={-1} className={cx('block outline-none', className)}>
      {children}
    </output>
  );
}

function takeLostFocus(output: HTMLOutputElement | null): void {
  if (document.activeElement === document.body) output?.focus();
}

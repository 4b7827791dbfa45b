import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * The result of a form or button, shown in its place. Takes over focus, so that keyboard users continue from here
 * and screen readers announce the result.
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

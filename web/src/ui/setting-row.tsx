import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type Props = {
  /** Of the title; the control points to it by `aria-labelledby`, and to `{id}-hint` by `aria-describedby`. */
  id: string;
  title: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** One setting of a card: what it is and does at the left, its control at the right. */
export function SettingRow({ id, title, hint, children, className }: Props) {
  return (
    <div className={cx('flex items-center justify-between gap-4 px-5 py-3.5', className)}>
      <div className="min-w-0">
        <p id={id} className="font-medium wrap-anywhere">
          {title}
        </p>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-pretty text-ink3">
            {hint}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type Props = {
  /** The title's id; the hint has `{id}-hint`. Use them for `aria-labelledby` and `aria-describedby`. */
  id: string;
  title: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A setting in a card: title and hint on the left, its control on the right. */
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

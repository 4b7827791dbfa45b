import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-lg border border-line bg-surface', className)} />;
}

import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'default' | 'large' | 'small';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:opacity-88 active:opacity-80',
  secondary: 'border border-line bg-surface text-ink hover:bg-hover',
  ghost: 'text-ink2 hover:bg-hover hover:text-ink',
  danger: 'border border-line bg-surface text-danger hover:bg-danger-soft',
};
const sizes: Record<ButtonSize, string> = {
  default: 'h-8 px-3 text-base',
  large: 'h-10 px-4 text-md',
  small: 'h-7 px-2.5 text-sm',
};

/** The style of a `Button`, and of links that look like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'default', more?: string): string {
  return cx(
    'touch-target inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium',
    'transition-[background-color,opacity,color] duration-120',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
    more,
  );
}

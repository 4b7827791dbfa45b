import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type Option<Value extends string> = { value: Value; label: ReactNode; name?: string };
type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  className?: string;
};

/**
 * A segmented control made of native radio buttons, which have keyboard support built in.
 * `name` labels icon-only options for screen readers.
 */
export function Segmented<Value extends string>({ label, value, options, onChange, className }: Props<Value>) {
  const group = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('inline-flex rounded-md border border-line bg-sunken p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          title={option.name}
          className="touch-target relative flex h-7 flex-1 items-center justify-center rounded-sm px-3 text-sm font-medium whitespace-nowrap text-ink2 transition-colors duration-120 hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--color-line)] has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
        >
          <input
            type="radio"
            name={group}
            aria-label={option.name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 z-10 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type Option<Value extends string> = { value: Value; label: ReactNode; name?: string };
type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  className?: string;
};

/** One choice out of a few, all of them visible. `name` is what a screen reader says for an option that shows an icon alone. */
export function Segmented<Value extends string>({ label, value, options, onChange, className }: Props<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
      className={cx('inline-flex rounded-md border border-line bg-sunken p-0.5', className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.name}
          title={option.name}
          className="touch-target flex h-7 flex-1 items-center justify-center rounded-sm px-3 text-sm font-medium text-ink2 transition-colors duration-120 hover:text-ink data-[state=on]:bg-surface data-[state=on]:text-ink data-[state=on]:shadow-[0_0_0_1px_var(--line)]"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

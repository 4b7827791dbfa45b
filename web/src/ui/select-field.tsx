import { type ComponentProps, useId } from 'react';
import { inputClass } from './input-class.ts';

type Props = Omit<ComponentProps<'select'>, 'id' | 'children'> & {
  label: string;
  options: readonly { value: string; label: string }[];
};

/** A labelled native select. */
export function SelectField({ label, options, className, ...select }: Props) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </label>
      <select {...select} id={id} className={inputClass}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

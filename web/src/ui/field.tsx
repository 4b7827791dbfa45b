import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export const inputClass =
  'h-10 w-full rounded-md border border-control bg-surface px-3 text-md text-ink placeholder:text-ink3 ' +
  'aria-invalid:border-danger disabled:opacity-60 sm:h-9 sm:text-base';

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Stands at the right end of the label's line, for example a link. */
  aside?: ReactNode;
};

/** A labelled text input with its error and hint tied to it for screen readers. */
export function Field({ label, error, hint, aside, className, ...input }: Props) {
  const id = useId();
  const described = cx(error && `${id}-error`, hint !== undefined && `${id}-hint`);
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {aside}
      </div>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className={inputClass}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink3">
          {hint}
        </p>
      )}
    </div>
  );
}

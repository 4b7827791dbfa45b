import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { inputClass } from './input-class.ts';

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Shown at the right end of the label's line, for example a link. */
  aside?: ReactNode;
  /** A button inside the right edge of the input. */
  end?: ReactNode;
};

/** A labelled text input, linked to its error and hint for screen readers. */
export function Field({ label, error, hint, aside, end, className, ...input }: Props) {
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
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={cx(inputClass, end !== undefined && 'pr-10')}
        />
        {end}
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

type NotesProps = { id: string; error: string | undefined; hint: ReactNode };

/**
 * A control's error, announced immediately, and its hint.
 * @param id the control's id; the notes' ids are `{id}-error` and `{id}-hint`
 */
export function FieldNotes({ id, error, hint }: NotesProps) {
  return (
    <>
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
    </>
  );
}

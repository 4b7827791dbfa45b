import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { inputClass } from './input-class.ts';

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
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

type NotesProps = { id: string; error: string | undefined; hint: ReactNode };

/** What stands under a control: its error, said at once, and its hint. `id` is the control's; `{id}-error` and `{id}-hint` describe it. */
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

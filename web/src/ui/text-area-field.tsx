import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { FieldNotes } from './field.tsx';
import { inputClass } from './input-class.ts';

type Props = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Starts with two lines. */
  isShort?: boolean;
};

/** A labelled text area that grows with its content, linked to its error and hint for screen readers. */
export function TextAreaField({ label, error, hint, isShort = false, className, ...area }: Props) {
  const id = useId();
  const described = cx(error && `${id}-error`, hint !== undefined && `${id}-hint`);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </label>
      <textarea
        dir="auto"
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className={cx(
          inputClass,
          'block h-auto! resize-y py-2 [field-sizing:content]',
          isShort ? 'min-h-16' : 'min-h-32',
        )}
      />
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

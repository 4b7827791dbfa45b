import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { FieldNotes } from './field.tsx';
import { inputClass } from './input-class.ts';

type Props = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
};

/** A labelled text of several lines that grows with what is written, with its error and hint tied to it for screen readers. */
export function TextAreaField({ label, error, hint, className, ...area }: Props) {
  const id = useId();
  const described = cx(error && `${id}-error`, hint !== undefined && `${id}-hint`);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className={cx(inputClass, 'block h-auto! min-h-32 resize-y py-2 [field-sizing:content]')}
      />
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

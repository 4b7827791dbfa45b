import { type ComponentProps, useId, useState } from 'react';
import { inputClass } from '#web/ui/input-class.ts';
import { EyeIcon } from './form-icons.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string;
  error?: string | undefined;
  hint?: string;
  aside?: React.ReactNode;
};

/** A password input that can be read back. */
export function PasswordField({ label, error, hint, aside, ...input }: Props) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div>
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
          type={isShown ? 'text' : 'password'}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          className={`${inputClass} pr-10`}
        />
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-ink3 hover:text-ink"
        >
          <EyeIcon isCrossedOut={isShown} />
        </button>
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

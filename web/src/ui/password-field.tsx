import { type ComponentProps, useState } from 'react';
import { Field } from './field.tsx';
import { EyeIcon } from './form-icons.tsx';

/** A password input with a button that shows what was typed. */
export function PasswordField({ hint, ...field }: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      hint={field.error ? undefined : hint}
      end={
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-ink3 hover:text-ink"
        >
          <EyeIcon isCrossedOut={isShown} />
        </button>
      }
    />
  );
}

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FactorMethod, SessionUser } from '#contract/auth.ts';
import { postFactor } from '#web/api/factors.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { settings } from '#web/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

type Props = { methods: readonly FactorMethod[]; onGiven: (user: SessionUser) => void };

/** Asks for the second factor, in the way that the reader prefers of those that the account has. */
export function FactorForm({ methods, onGiven }: Props) {
  const hasApp = methods.includes('totp');
  const [isRecovering, setRecovering] = useState(!hasApp);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // It is the one thing to do here, also after a change of the way.
  useEffect(() => field.current?.focus(), [isRecovering]);
  const give = useMutation({ mutationFn: postFactor, onSuccess: ({ user }) => onGiven(user) });
  // Busy after success too: the screen around it is about to go on.
  const isBusy = give.isPending || give.isSuccess;

  function change(to: boolean): void {
    setRecovering(to);
    setCode('');
    setMissing(undefined);
    give.reset();
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const isEmpty = code.trim() === '';
        setMissing(isEmpty ? 'Please enter the code' : undefined);
        if (!isEmpty && !isBusy) give.mutate({ code });
      }}
    >
      <Field
        key={isRecovering ? 'recovery' : 'app'}
        label={isRecovering ? 'Recovery code' : 'Code'}
        hint={
          isRecovering
            ? 'One of those that you saved when you set this up. Each works once.'
            : 'The six digits that your authenticator app shows for Foreword.'
        }
        ref={field}
        value={code}
        error={missing}
        autoComplete={isRecovering ? 'off' : 'one-time-code'}
        inputMode={isRecovering ? 'text' : 'numeric'}
        onChange={({ target }) => setCode(target.value)}
      />
      {give.error && <FormError>{failureText(give.error)}</FormError>}
      <Button type="submit" variant="primary" size="large" busy={isBusy}>
        {isBusy ? 'Checking...' : 'Confirm'}
      </Button>
      <div className="flex flex-col items-start gap-2 text-sm">
        {isRecovering
          ? hasApp && (
              <button type="button" className={textLinkClass} onClick={() => change(false)}>
                Use the authenticator app instead
              </button>
            )
          : methods.includes('recoveryCode') && (
              <button type="button" className={textLinkClass} onClick={() => change(true)}>
                Use a recovery code instead
              </button>
            )}
        <p className="text-ink3">
          Nothing at hand?{' '}
          <a href={`mailto:${settings.supportEmail}`} className={textLinkClass}>
            Write to us
          </a>
          : we make sure that it is you, and let you in.
        </p>
      </div>
    </form>
  );
}

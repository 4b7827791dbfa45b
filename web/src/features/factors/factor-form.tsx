import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FactorMethod, SessionUser } from '#contract/auth.ts';
import { postFactor } from '#web/api/factors.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { settings } from '#web/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { givePasskey, passkeyFailure } from './passkey-ceremony.ts';

type Props = { methods: readonly FactorMethod[]; onGiven: (user: SessionUser) => void };

const WORDS: Record<FactorMethod, string> = {
  passkey: 'Use a passkey instead',
  totp: 'Use the authenticator app instead',
  recoveryCode: 'Use a recovery code instead',
};

/** Asks for a second factor, starting with the account's easiest one and offering the others. */
export function FactorForm({ methods, onGiven }: Props) {
  const [method, setMethod] = useState<FactorMethod>(methods[0] ?? 'recoveryCode');
  return (
    <div className="flex flex-col gap-4">
      {method === 'passkey' ? (
        <PasskeyStep onGiven={onGiven} />
      ) : (
        <CodeStep key={method} isRecovering={method === 'recoveryCode'} onGiven={onGiven} />
      )}
      <div className="flex flex-col items-start gap-2 text-sm">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <button key={other} type="button" className={textLinkClass} onClick={() => setMethod(other)}>
              {WORDS[other]}
            </button>
          ))}
        <p className="text-ink3">
          Lost access to these?{' '}
          <a href={`mailto:${settings.supportEmail}`} className={textLinkClass}>
            Contact us
          </a>{' '}
          and we’ll verify your identity.
        </p>
      </div>
    </div>
  );
}

function CodeStep({ isRecovering, onGiven }: { isRecovering: boolean; onGiven: Props['onGiven'] }) {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  const give = useMutation({ mutationFn: postFactor, onSuccess: ({ user }) => onGiven(user) });
  // Stays busy after success, until the next screen.
  const isBusy = give.isPending || give.isSuccess;
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
        ref={focusFirst}
        label={isRecovering ? 'Recovery code' : 'Code'}
        hint={
          isRecovering
            ? 'One of the codes you saved during setup. Each works once.'
            : 'The six-digit code from your authenticator app.'
        }
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
    </form>
  );
}

function PasskeyStep({ onGiven }: { onGiven: Props['onGiven'] }) {
  const give = useMutation({ mutationFn: givePasskey, onSuccess: ({ user }) => onGiven(user) });
  const isBusy = give.isPending || give.isSuccess;
  return (
    <>
      {give.error && <FormError>{passkeyFailure(give.error) ?? failureText(give.error)}</FormError>}
      <Button ref={focusFirst} variant="primary" size="large" busy={isBusy} onClick={() => give.mutate()}>
        {isBusy ? 'Waiting for your browser...' : 'Use a passkey'}
      </Button>
    </>
  );
}

/** A ref callback that moves focus to the form, also after switching to another factor. */
function focusFirst(element: HTMLElement | null): void {
  element?.focus();
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { makePasskey, passkeyFailure } from './passkey-ceremony.ts';
import { PasswordProof } from './password-proof.tsx';

type Props = { onClose: () => void; onAdded: (recoveryCodes: string[]) => void };

/** Names and creates a passkey. */
export function PasskeyDialog({ onClose, onAdded }: Props) {
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: makePasskey,
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const { error } = add;
  const asksPassword = error instanceof ApiError && error.code === 'PASSWORD_REQUIRED';
  const isAborted = error instanceof ApiError && error.code === 'ABORTED';
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Add a passkey"
      description="Use your fingerprint, face or screen lock, your password manager or a security key."
    >
      {asksPassword ? (
        <PasswordProof
          message={error.message}
          busy={add.isPending}
          onGiven={(currentPassword) => add.mutate({ name, currentPassword })}
        />
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!add.isPending) add.mutate({ name });
          }}
        >
          <Field
            label="Name"
            hint="For example, “Work laptop”. If empty, the passkey is named after this browser."
            value={name}
            maxLength={100}
            onChange={({ target }) => setName(target.value)}
          />
          {error && !isAborted && <FormError>{passkeyFailure(error) ?? failureText(error)}</FormError>}
          <Button type="submit" variant="primary" busy={add.isPending}>
            {add.isPending ? 'Waiting for your browser...' : 'Continue'}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

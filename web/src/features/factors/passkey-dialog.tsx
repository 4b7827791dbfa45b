import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { makePasskey, passkeyFailure } from './passkey-ceremony.ts';
import { ProvenForm } from './proven-form.tsx';

type Props = { onClose: () => void; onAdded: (recoveryCodes: string[]) => void };

/** Names and creates a passkey. */
export function PasskeyDialog({ onClose, onAdded }: Props) {
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: makePasskey,
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  return (
    <Dialog
      onClose={onClose}
      title="Add a passkey"
      description="Use your fingerprint, face or screen lock, your password manager or a security key."
    >
      <ProvenForm
        sending={add}
        button={['Continue', 'Waiting for your browser...']}
        failureOf={(error) => passkeyFailure(error) ?? failureText(error)}
        onSend={(currentPassword) => add.mutate({ name, ...(currentPassword !== undefined && { currentPassword }) })}
      >
        <Field
          label="Name"
          hint="For example, “Work laptop”. If empty, the passkey is named after this browser."
          value={name}
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
        />
      </ProvenForm>
    </Dialog>
  );
}

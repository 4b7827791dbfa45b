import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '#contract/http.ts';
import { ApiError } from '#web/api/api-error.ts';
import { postToken } from '#web/api/tools.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { PasswordProof } from '#web/features/factors/password-proof.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { ShownOnce } from './shown-once.tsx';

type Props = { onClose: () => void; onCreated: () => void };

const SCOPES: Record<string, Scope[]> = { read: ['read'], write: ['read', 'write'] };

const scopeOptions = [
  { value: 'read', label: 'Read meetings, research and briefings' },
  { value: 'write', label: 'Read, and change meetings and ask for research' },
];

const lifetimes = [7, 30, 90, 365].map((days) => ({
  value: String(days),
  label: days === 365 ? '1 year' : `${days} days`,
}));

/** Asks what the token is for, then shows it this once. */
export function NewTokenDialog({ onClose, onCreated }: Props) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState('read');
  const [days, setDays] = useState('90');
  const [missing, setMissing] = useState<string>();
  const creation = useMutation({ mutationFn: postToken, onSuccess: onCreated });
  const code = creation.error instanceof ApiError ? creation.error.code : undefined;
  const create = (currentPassword?: string) =>
    creation.mutate({
      name,
      scopes: SCOPES[scope] ?? ['read'],
      expiresInDays: Number(days),
      ...(currentPassword === undefined ? {} : { currentPassword }),
    });

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={creation.data ? 'Copy your token now' : 'Create an access token'}
      description={
        creation.data
          ? 'You won’t be able to see it again. Keep it like a password.'
          : 'The tool that has it can use your meetings and briefings, but never your account, billing or other tokens.'
      }
    >
      {creation.data ? (
        <ShownOnce label="Token" secret={creation.data.token} onDone={onClose} />
      ) : creation.error && code === 'PASSWORD_REQUIRED' ? (
        <PasswordProof message={creation.error.message} busy={creation.isPending} onGiven={create} />
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const isEmpty = name.trim() === '';
            setMissing(isEmpty ? 'Please enter a name' : undefined);
            if (!isEmpty && !creation.isPending) create();
          }}
        >
          <Field
            label="Name"
            hint="Which tool it is for."
            value={name}
            error={missing}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
          <SelectField
            label="What it may do"
            options={scopeOptions}
            value={scope}
            onChange={({ target }) => setScope(target.value)}
          />
          <SelectField
            label="Expires after"
            options={lifetimes}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
          {creation.error && code !== 'ABORTED' && <FormError>{failureText(creation.error)}</FormError>}
          <Button type="submit" variant="primary" busy={creation.isPending}>
            {creation.isPending ? 'Creating...' : 'Create token'}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

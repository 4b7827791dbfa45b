import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '#contract/http.ts';
import { postToken } from '#web/api/tools.ts';
import { Field } from '#web/ui/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { NewSecretDialog } from './new-secret-dialog.tsx';

type Props = { onClose: () => void; onCreated: () => void };

const SCOPES: Record<string, Scope[]> = { read: ['read'], write: ['read', 'write'] };

const scopeOptions = [
  { value: 'read', label: 'Read meetings, research and briefings' },
  { value: 'write', label: 'Read, plus edit meetings and start research' },
];

const lifetimes = [7, 30, 90, 365].map((days) => ({
  value: String(days),
  label: days === 365 ? '1 year' : `${days} days`,
}));

/** Creates an access token and shows it once. */
export function NewTokenDialog({ onClose, onCreated }: Props) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState('read');
  const [days, setDays] = useState('90');
  const [missing, setMissing] = useState<string>();
  const creation = useMutation({ mutationFn: postToken, onSuccess: onCreated });
  const create = (currentPassword?: string) =>
    creation.mutate({
      name,
      scopes: SCOPES[scope] ?? ['read'],
      expiresInDays: Number(days),
      ...(currentPassword === undefined ? {} : { currentPassword }),
    });

  return (
    <NewSecretDialog
      creation={creation}
      secret={creation.data?.token}
      label="Token"
      asking={{
        title: 'Create an access token',
        description:
          'Tools with this token can use your meetings and briefings, but never your account, billing or other tokens.',
        button: ['Create token', 'Creating...'],
      }}
      created={{
        title: 'Copy your token now',
        description: 'You won’t be able to see it again. Store it like a password.',
      }}
      onCreate={create}
      check={() => {
        const isEmpty = name.trim() === '';
        setMissing(isEmpty ? 'Please enter a name' : undefined);
        return !isEmpty;
      }}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="The tool you will use it with."
        value={name}
        error={missing}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label="Permissions"
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
    </NewSecretDialog>
  );
}

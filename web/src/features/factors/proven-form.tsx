import { type ReactNode, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

type Props = {
  sending: { error: Error | null; isPending: boolean };
  /** The button's label, before and while the form is sent. */
  button: readonly [idle: string, busy: string];
  failureOf?: (error: Error) => string;
  /** Shows errors next to the fields, and returns whether they are valid. */
  check?: () => boolean;
  /** Called on submit, with the password if the user signed in too long ago. */
  onSend: (currentPassword?: string) => void;
  children: ReactNode;
};

/** The form of a sensitive action, which may ask for the password. */
export function ProvenForm({ sending, button, failureOf = failureText, check, onSend, children }: Props) {
  const { error, isPending } = sending;
  const code = error instanceof ApiError ? error.code : undefined;
  if (error && code === 'PASSWORD_REQUIRED') {
    return <PasswordProof message={error.message} busy={isPending} onGiven={onSend} />;
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (check?.() !== false && !isPending) onSend();
      }}
    >
      {children}
      {error && code !== 'ABORTED' && <FormError>{failureOf(error)}</FormError>}
      <Button type="submit" variant="primary" busy={isPending}>
        {button[isPending ? 1 : 0]}
      </Button>
    </form>
  );
}

type ProofProps = { message: string; busy: boolean; onGiven: (currentPassword: string) => void };

/** Asks for the password if the user signed in too long ago for a sensitive action. */
export function PasswordProof({ message, busy, onGiven }: ProofProps) {
  const [password, setPassword] = useState('');
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !busy) onGiven(password);
      }}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={password}
        error={message}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" variant="primary" busy={busy}>
        Continue
      </Button>
    </form>
  );
}

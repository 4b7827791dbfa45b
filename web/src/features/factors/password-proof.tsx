import { useState } from 'react';
import { PasswordField } from '#web/features/auth-forms/password-field.tsx';
import { Button } from '#web/ui/button.tsx';

type Props = { message: string; busy: boolean; onGiven: (currentPassword: string) => void };

/** Asks for the password if the user signed in too long ago for a sensitive action. */
export function PasswordProof({ message, busy, onGiven }: Props) {
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

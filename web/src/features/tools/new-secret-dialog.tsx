import type { ReactNode } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { PasswordProof } from '#web/features/factors/password-proof.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ShownOnce } from './shown-once.tsx';

type Props = {
  creation: { error: Error | null; isPending: boolean };
  /** The created secret; undefined until there is one. */
  secret: string | undefined;
  /** The secret's name on screen, such as `Token`. */
  label: string;
  asking: { title: string; description: string; button: readonly [idle: string, busy: string] };
  created: { title: string; description: string };
  /** Called on submit, with the password if the user signed in too long ago. */
  onCreate: (currentPassword?: string) => void;
  /** Whether the fields are valid; shows the errors next to them. */
  check: () => boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Shows the form for a new secret, asks for the password if required, and shows the secret once. */
export function NewSecretDialog({
  creation,
  secret,
  label,
  asking,
  created,
  onCreate,
  check,
  onClose,
  children,
}: Props) {
  const { error, isPending } = creation;
  const code = error instanceof ApiError ? error.code : undefined;
  const { title, description } = secret === undefined ? asking : created;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} description={description}>
      {secret !== undefined ? (
        <ShownOnce label={label} secret={secret} onDone={onClose} />
      ) : error && code === 'PASSWORD_REQUIRED' ? (
        <PasswordProof message={error.message} busy={isPending} onGiven={onCreate} />
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (check() && !isPending) onCreate();
          }}
        >
          {children}
          {error && code !== 'ABORTED' && <FormError>{failureText(error)}</FormError>}
          <Button type="submit" variant="primary" busy={isPending}>
            {asking.button[isPending ? 1 : 0]}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

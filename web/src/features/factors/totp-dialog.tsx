import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { postTotp, postTotpCode } from '#web/api/factors.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { LazyQrCode } from './lazy-qr-code.tsx';
import { PasswordProof } from './proven-form.tsx';

type Props = { onClose: () => void; onAdded: (recoveryCodes: string[]) => void };

/** Sets up an authenticator app: shows the secret as QR code and text, and checks a first code. */
export function TotpDialog({ onClose, onAdded }: Props) {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  const { mutate: begin, ...start } = useMutation({ mutationFn: postTotp });
  const confirm = useMutation({
    mutationFn: postTotpCode,
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  useEffect(() => begin({}), [begin]);
  const asksPassword = start.error instanceof ApiError && start.error.code === 'PASSWORD_REQUIRED';
  const isAborted = start.error instanceof ApiError && start.error.code === 'ABORTED';
  // Cancelling the prompt for a second factor closes this dialog too.
  useEffect(() => {
    if (isAborted) onClose();
  }, [isAborted, onClose]);

  return (
    <Dialog
      onClose={onClose}
      title="Add an authenticator app"
      description="Scan the code with an app such as 1Password, Google Authenticator or Aegis, then enter the code it shows."
    >
      {start.data ? (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const isEmpty = code.trim() === '';
            setMissing(isEmpty ? 'Please enter the code' : undefined);
            if (!isEmpty && !confirm.isPending) confirm.mutate({ code });
          }}
        >
          <LazyQrCode text={start.data.uri} label="QR code for your authenticator app" />
          <Secret secret={start.data.secret} />
          <Field
            label="Code"
            hint="The six-digit code from the app."
            value={code}
            error={missing}
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={({ target }) => setCode(target.value)}
          />
          {confirm.error && <FormError>{failureText(confirm.error)}</FormError>}
          <Button type="submit" variant="primary" busy={confirm.isPending}>
            {confirm.isPending ? 'Checking...' : 'Add app'}
          </Button>
        </form>
      ) : start.error && asksPassword ? (
        <PasswordProof
          message={start.error.message}
          busy={start.isPending}
          onGiven={(currentPassword) => begin({ currentPassword })}
        />
      ) : start.error && !isAborted ? (
        <FormError>{failureText(start.error)}</FormError>
      ) : (
        <Bone className="mx-auto size-48" />
      )}
    </Dialog>
  );
}

function Secret({ secret }: { secret: string }) {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className="flex items-end justify-between gap-3">
      <div className="min-w-0">
        <p className="text-sm text-ink3">Can’t scan it? Enter this key manually:</p>
        <p className="font-mono text-sm wrap-anywhere">{groups.join(' ')}</p>
      </div>
      <Button size="small" aria-label="Copy the key" onClick={() => void copyText(secret, 'Key copied')}>
        Copy
      </Button>
    </div>
  );
}

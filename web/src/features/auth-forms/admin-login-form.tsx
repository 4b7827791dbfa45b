import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FactorMethod } from '#contract/auth.ts';
import { postAdminSignIn } from '#web/api/auth.ts';
import { useEnterSession } from '#web/auth/use-enter-session.ts';
import type { BotCheckHandle } from '#web/features/bot-check/bot-check.tsx';
import { LazyBotCheck } from '#web/features/bot-check/lazy-bot-check.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { signInFields } from './account-fields.ts';
import { adminFailureText } from './admin-failure-text.ts';
import { FormError } from './form-error.tsx';
import { PasswordField } from './password-field.tsx';

const NOT_VERIFIED = 'Please complete security verification first.';

/** The sign-in of administrators: bot token, email and password. The screen around it sees the session and leaves. */
export function AdminLoginForm({ onFactorRequired }: { onFactorRequired: (methods: FactorMethod[]) => void }) {
  const enterSession = useEnterSession();
  const botCheck = useRef<BotCheckHandle>(null);
  const [botToken, setBotToken] = useState<string | null>(null);
  const [isTokenMissing, setTokenMissing] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(signInFields),
    defaultValues: { email: '', password: '' },
  });
  const signIn = useMutation({
    mutationFn: ({ token, ...input }: z.output<typeof signInFields> & { token: string }) =>
      postAdminSignIn(input, token),
    onSuccess: (answer) => ('factorRequired' in answer ? onFactorRequired(answer.methods) : enterSession(answer.user)),
    // A token counts once.
    onError: () => botCheck.current?.reset(),
  });
  const isBusy = signIn.isPending || signIn.isSuccess;

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={handleSubmit((input) => {
        setTokenMissing(botToken === null);
        if (botToken !== null) signIn.mutate({ ...input, token: botToken });
      })}
    >
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <LazyBotCheck ref={botCheck} action="admin" onToken={setBotToken} />
      {isTokenMissing && botToken === null && <FormError>{NOT_VERIFIED}</FormError>}
      {signIn.error && <FormError>{adminFailureText(signIn.error)}</FormError>}
      <Button type="submit" variant="primary" size="large" busy={isBusy}>
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}

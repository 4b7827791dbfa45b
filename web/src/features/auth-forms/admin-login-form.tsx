import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { FactorMethod } from '#contract/auth.ts';
import { postAdminSignIn } from '#web/api/auth.ts';
import { useEnterSession } from '#web/auth/use-enter-session.ts';
import type { BotCheckHandle } from '#web/features/bot-check/bot-check.tsx';
import { LazyBotCheck } from '#web/features/bot-check/lazy-bot-check.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { signInFields } from './account-fields.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { adminFailureText } from './admin-failure-text.ts';
import { EmailField } from './email-field.tsx';
import { FormError } from './form-error.tsx';

/** The admin sign-in: email, password and bot token. The screen redirects once there is a session. */
export function AdminLoginForm({ onFactorRequired }: { onFactorRequired: (methods: FactorMethod[]) => void }) {
  const enterSession = useEnterSession();
  const botCheck = useRef<BotCheckHandle>(null);
  const [botToken, setBotToken] = useState<string | null>(null);
  const [isTokenMissing, setTokenMissing] = useState(false);
  const { field, handleSubmit } = useAccountForm(signInFields);
  const signIn = useMutation({
    mutationFn: ({ token, ...input }: z.output<typeof signInFields> & { token: string }) =>
      postAdminSignIn({ ...input, callbackURL: '/admin/dashboard' }, token),
    onSuccess: (answer) => ('factorRequired' in answer ? onFactorRequired(answer.methods) : enterSession(answer.user)),
    // A token is single-use.
    onError: () => botCheck.current?.reset(),
  });
  return (
    <AccountForm
      onSubmit={handleSubmit((input) => {
        setTokenMissing(botToken === null);
        if (botToken !== null) signIn.mutate({ ...input, token: botToken });
      })}
      sending={signIn}
      failure={signIn.error && adminFailureText(signIn.error)}
      button={['Sign in', 'Signing in...']}
    >
      <EmailField {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <LazyBotCheck ref={botCheck} action="admin" onToken={setBotToken} />
      {isTokenMissing && botToken === null && <FormError>Please complete security verification first.</FormError>}
    </AccountForm>
  );
}

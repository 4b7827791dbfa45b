import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import type { FactorMethod } from '#contract/auth.ts';
import { ApiError } from '#web/api/api-error.ts';
import { postSignIn } from '#web/api/auth.ts';
import { useEnterSession } from '#web/auth/use-enter-session.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { signInFields } from './account-fields.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { EmailField } from './email-field.tsx';
import { failureText } from './failure-text.ts';
import { ResendVerification } from './resend-verification.tsx';

/** Signs in, or reports that a second factor is needed. The screen redirects once there is a session. */
export function LoginForm({ onFactorRequired }: { onFactorRequired: (methods: FactorMethod[]) => void }) {
  const enterSession = useEnterSession();
  const { field, handleSubmit } = useAccountForm(signInFields);
  const { error, variables, ...signIn } = useMutation({
    mutationFn: (input: z.output<typeof signInFields>) => postSignIn({ ...input, callbackURL: '/app' }),
    onSuccess: (answer) => ('factorRequired' in answer ? onFactorRequired(answer.methods) : enterSession(answer.user)),
  });
  const isUnverified = error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED';
  return (
    <AccountForm
      onSubmit={handleSubmit((input) => signIn.mutate(input))}
      sending={signIn}
      failure={
        error && (
          <>
            {failureText(error)}
            {isUnverified && variables && <ResendVerification email={variables.email} />}
          </>
        )
      }
      button={['Sign in', 'Signing in...']}
      isSecondary
    >
      <EmailField {...field('email')} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        aside={
          <Link to="/forgot-password" className={`text-sm ${textLinkClass}`}>
            Forgot password?
          </Link>
        }
        {...field('password')}
      />
    </AccountForm>
  );
}

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FactorMethod } from '#contract/auth.ts';
import { ApiError } from '#web/api/api-error.ts';
import { postSignIn } from '#web/api/auth.ts';
import { useEnterSession } from '#web/auth/use-enter-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { signInFields } from './account-fields.ts';
import { failureText } from './failure-text.ts';
import { FormError } from './form-error.tsx';
import { PasswordField } from './password-field.tsx';
import { ResendVerification } from './resend-verification.tsx';

/** Signs in, or tells that a second factor is asked for; the screen around it sees the session and leaves. */
export function LoginForm({ onFactorRequired }: { onFactorRequired: (methods: FactorMethod[]) => void }) {
  const enterSession = useEnterSession();
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: standardSchemaResolver(signInFields),
    defaultValues: { email: '', password: '' },
  });
  const signIn = useMutation({
    mutationFn: (input: z.output<typeof signInFields>) => postSignIn({ ...input, callbackURL: '/app' }),
    onSuccess: (answer) => ('factorRequired' in answer ? onFactorRequired(answer.methods) : enterSession(answer.user)),
  });
  // Busy after success too: the screen is on its way into the app.
  const isBusy = signIn.isPending || signIn.isSuccess;
  const isUnverified = signIn.error instanceof ApiError && signIn.error.code === 'EMAIL_NOT_VERIFIED';

  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onSubmit={handleSubmit((input) => signIn.mutate(input))}
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
        aside={
          <Link to="/forgot-password" className={`text-sm ${textLinkClass}`}>
            Forgot password?
          </Link>
        }
        {...register('password')}
      />
      {signIn.error && (
        <FormError>
          {failureText(signIn.error)}
          {isUnverified && <ResendVerification email={getValues('email')} />}
        </FormError>
      )}
      <Button type="submit" size="large" disabled={import.meta.env.SSR} busy={isBusy}>
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}

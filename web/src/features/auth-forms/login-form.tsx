import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH } from '#api/contract/limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { postSignIn } from '#web/api/auth.ts';
import { storeUser } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';
import { takePostLoginPath } from '#web/auth/post-login-path.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { emailField } from './account-fields.ts';
import { failureText } from './failure-text.ts';
import { FormError } from './form-error.tsx';
import { PasswordField } from './password-field.tsx';
import { ResendVerification } from './resend-verification.tsx';

const schema = z.object({
  email: emailField,
  password: z
    .string()
    .check(z.minLength(1, 'Please enter your password'), z.maxLength(PASSWORD_MAX_LENGTH, 'Invalid email or password')),
});

export function LoginForm({ startTrial }: { startTrial: boolean }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { email: '', password: '' },
  });
  const signIn = useMutation({
    mutationFn: (input: z.output<typeof schema>) => postSignIn({ ...input, callbackURL: '/app' }),
    onSuccess: async ({ user }) => {
      // Whatever an earlier account of this browser left behind goes first.
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, user);
      storeUser(user.id);
      const remembered = takePostLoginPath();
      await navigate({ href: startTrial ? '/app/settings?startTrial=true' : (remembered ?? '/app'), replace: true });
    },
  });
  const isUnverified = signIn.error instanceof ApiError && signIn.error.code === 'EMAIL_NOT_VERIFIED';

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit((input) => signIn.mutate(input))}>
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
      <Button type="submit" variant="primary" size="large" busy={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}

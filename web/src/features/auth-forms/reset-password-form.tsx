import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { postResetPassword } from '#web/api/auth.ts';
import { storeUser } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { Outcome } from '#web/ui/outcome.tsx';
import { newPasswordField } from './account-fields.ts';
import { failureText } from './failure-text.ts';
import { FormError } from './form-error.tsx';
import { PasswordField } from './password-field.tsx';

const TO_LOGIN_AFTER_MS = 2000;
/** What the server says of a link that is used, replaced or too old. */
const DEAD_LINK = 'Invalid reset link';

const schema = z.object({ password: newPasswordField, confirmPassword: z.string() }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
  }),
);

export function ResetPasswordForm({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (input: z.output<typeof schema>) => postResetPassword({ token, newPassword: input.password }),
    // Every session has ended, this browser's too.
    onSuccess: () => {
      storeUser(null);
      queryClient.setQueryData(sessionQuery.queryKey, null);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.message !== DEAD_LINK) return;
      notify({ tone: 'error', title: DEAD_LINK });
      await navigate({ to: '/forgot-password', replace: true });
    },
  });
  useDelayed(reset.isSuccess ? TO_LOGIN_AFTER_MS : null, () => {
    navigate({ to: '/login', replace: true }).catch(reportError);
  });

  if (reset.isSuccess) {
    return (
      <Outcome className="text-md text-ink2">
        Your password is changed and every session has ended. Taking you to the login...
      </Outcome>
    );
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit((input) => reset.mutate(input))}>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={formState.errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      {reset.error && <FormError>{failureText(reset.error, 'Failed to reset password')}</FormError>}
      <Button type="submit" variant="primary" size="large" busy={reset.isPending}>
        {reset.isPending ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
}

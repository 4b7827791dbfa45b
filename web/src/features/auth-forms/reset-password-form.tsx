import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { postResetPassword } from '#web/api/auth.ts';
import { storeUser } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { notify } from '#web/ui/notify.ts';
import { Outcome } from '#web/ui/outcome.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { newPasswordField } from './account-fields.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { failureText } from './failure-text.ts';

const TO_LOGIN_AFTER_MS = 2000;
/** The server's message for a link that was used or replaced, or has expired. */
const DEAD_LINK = 'Invalid reset link';

const schema = z.object({ password: newPasswordField, confirmPassword: z.string() }).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
  }),
);

export function ResetPasswordForm({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const { field, handleSubmit } = useAccountForm(schema);
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (input: z.output<typeof schema>) => postResetPassword({ token, newPassword: input.password }),
    // A new password ends every session, including this browser's.
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
        Your password has been changed and you’re signed out everywhere. Taking you to the login page...
      </Outcome>
    );
  }
  return (
    <AccountForm
      onSubmit={handleSubmit((input) => reset.mutate(input))}
      sending={reset}
      failure={reset.error && failureText(reset.error, 'Failed to reset password')}
      button={['Change password', 'Changing...']}
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
        {...field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirmPassword')} />
    </AccountForm>
  );
}

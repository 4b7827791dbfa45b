import { useMutation } from '@tanstack/react-query';
import { postForgetPassword } from '#web/api/auth.ts';
import { emailFields } from './account-fields.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { EmailField } from './email-field.tsx';
import { failureText } from './failure-text.ts';

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { field, handleSubmit } = useAccountForm(emailFields);
  const send = useMutation({ mutationFn: postForgetPassword, onSuccess: (_, { email }) => onSent(email) });
  return (
    <AccountForm
      onSubmit={handleSubmit((input) => send.mutate(input))}
      sending={send}
      failure={send.error && failureText(send.error, 'Failed to send reset email')}
      button={['Send reset link', 'Sending...']}
    >
      <EmailField {...field('email')} />
    </AccountForm>
  );
}

import { useMutation } from '@tanstack/react-query';
import { postVerificationEmail } from '#web/api/auth.ts';
import { emailFields } from './account-fields.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { CheckYourEmail } from './check-your-email.tsx';
import { EmailField } from './email-field.tsx';
import { failureText } from './failure-text.ts';

export function ResendVerificationForm() {
  const { field, handleSubmit } = useAccountForm(emailFields);
  const resend = useMutation({ mutationFn: postVerificationEmail });
  if (resend.isSuccess) {
    return <CheckYourEmail email={resend.variables.email}>Open the link to confirm your address.</CheckYourEmail>;
  }
  return (
    <AccountForm
      onSubmit={handleSubmit((input) => resend.mutate(input))}
      sending={resend}
      failure={resend.error && failureText(resend.error)}
      button={['Resend verification email', 'Sending...']}
    >
      <EmailField {...field('email')} />
    </AccountForm>
  );
}

import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { postSignUp } from '#web/api/auth.ts';
import { clearTrialWish, keepTrialWish } from '#web/auth/trial-wish.ts';
import { deviceTimeZone } from '#web/features/time/device-time-zone.ts';
import { Field } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { emailField, newPasswordField } from './account-fields.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { EmailField } from './email-field.tsx';
import { failureText } from './failure-text.ts';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter your name'), z.maxLength(100, 'Name is too long')),
  email: emailField,
  password: newPasswordField,
});

type Props = { startTrial: boolean; onRegistered: (email: string) => void };

/** Creates an account. @param onRegistered receives the address that was sent a verification email */
export function RegisterForm({ startTrial, onRegistered }: Props) {
  const { field, handleSubmit } = useAccountForm(schema);
  const signUp = useMutation({
    mutationFn: (input: z.output<typeof schema>) =>
      postSignUp({ ...input, timezone: deviceTimeZone(), locale: navigator.language }),
    onSuccess: (_, { email }) => {
      if (startTrial) keepTrialWish();
      else clearTrialWish();
      onRegistered(email);
    },
  });

  return (
    <AccountForm
      onSubmit={handleSubmit((input) => signUp.mutate(input))}
      sending={signUp}
      failure={signUp.error && failureText(signUp.error)}
      button={['Create account', 'Creating your account...']}
      isSecondary
    >
      <Field label="Name" autoComplete="name" {...field('name')} />
      <EmailField label="Work email" {...field('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
        {...field('password')}
      />
    </AccountForm>
  );
}

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { postSignUp } from '#web/api/auth.ts';
import { clearTrialWish, keepTrialWish } from '#web/auth/trial-wish.ts';
import { deviceTimeZone } from '#web/features/time/device-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { emailField, newPasswordField } from './account-fields.ts';
import { failureText } from './failure-text.ts';
import { FormError } from './form-error.tsx';
import { PasswordField } from './password-field.tsx';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter your name'), z.maxLength(100, 'Name is too long')),
  email: emailField,
  password: newPasswordField,
});

type Props = { startTrial: boolean; onRegistered: (email: string) => void };

/** `onRegistered` gets the address the verification mail went to. */
export function RegisterForm({ startTrial, onRegistered }: Props) {
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { name: '', email: '', password: '' },
  });
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
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onSubmit={handleSubmit((input) => signUp.mutate(input))}
    >
      <Field label="Name" autoComplete="name" error={formState.errors.name?.message} {...register('name')} />
      <Field
        label="Work email"
        type="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      {signUp.error && <FormError>{failureText(signUp.error)}</FormError>}
      <Button type="submit" size="large" disabled={import.meta.env.SSR} busy={signUp.isPending}>
        {signUp.isPending ? 'Creating your account...' : 'Create account'}
      </Button>
    </form>
  );
}

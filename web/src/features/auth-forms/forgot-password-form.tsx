import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { postForgetPassword } from '#web/api/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { emailField } from './account-fields.ts';
import { failureText } from './failure-text.ts';
import { FormError } from './form-error.tsx';

const schema = z.object({ email: emailField });

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { email: '' },
  });
  const send = useMutation({
    mutationFn: (input: z.output<typeof schema>) => postForgetPassword(input),
    onSuccess: (_, { email }) => onSent(email),
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit((input) => send.mutate(input))}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      {send.error && <FormError>{failureText(send.error, 'Failed to send reset email')}</FormError>}
      <Button type="submit" variant="primary" size="large" busy={send.isPending}>
        {send.isPending ? 'Sending...' : 'Send reset link'}
      </Button>
    </form>
  );
}

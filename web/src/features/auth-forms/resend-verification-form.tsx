import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { postVerificationEmail } from '#web/api/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { emailField } from './account-fields.ts';
import { CheckYourEmail } from './check-your-email.tsx';
import { failureText } from './failure-text.ts';
import { FormError } from './form-error.tsx';

const schema = z.object({ email: emailField });

export function ResendVerificationForm() {
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(schema),
    defaultValues: { email: '' },
  });
  const resend = useMutation({ mutationFn: (input: z.output<typeof schema>) => postVerificationEmail(input) });
  if (resend.isSuccess) {
    return <CheckYourEmail email={resend.variables.email}>Open the link in it to confirm your address.</CheckYourEmail>;
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit((input) => resend.mutate(input))}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      {resend.error && <FormError>{failureText(resend.error)}</FormError>}
      <Button type="submit" variant="primary" size="large" busy={resend.isPending}>
        {resend.isPending ? 'Sending...' : 'Resend verification email'}
      </Button>
    </form>
  );
}

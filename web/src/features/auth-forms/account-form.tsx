import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { ReactNode, SubmitEventHandler } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Button } from '#web/ui/button.tsx';
import { fieldProps } from '#web/ui/field-props.ts';
import { FormError } from './form-error.tsx';

type Texts = Record<string, string>;

/** Sets up an account form validated against `schema`. `field` returns an input's props and error. */
export function useAccountForm<Input extends Texts>(schema: z.ZodMiniType<Input, Texts>) {
  const form = useForm<Texts, unknown, Input>({ resolver: standardSchemaResolver(schema) });
  const propsOf = fieldProps(form);
  const field = (name: keyof Input & string) => propsOf(name);
  return { field, handleSubmit: form.handleSubmit };
}

type Props = {
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  sending: { isPending: boolean; isSuccess: boolean };
  failure: ReactNode;
  /** The button's label, before and while the form is sent. */
  button: readonly [idle: string, busy: string];
  isSecondary?: boolean;
  children: ReactNode;
};

/**
 * The body of every account form. Its button stays busy after success, until the next screen appears. In prerendered
 * pages it is disabled and the form is a POST, so that nothing typed ends up in a URL.
 */
export function AccountForm({ onSubmit, sending, failure, button, isSecondary, children }: Props) {
  const isBusy = sending.isPending || sending.isSuccess;
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={onSubmit}>
      {children}
      {failure && <FormError>{failure}</FormError>}
      <Button
        type="submit"
        variant={isSecondary ? 'secondary' : 'primary'}
        size="large"
        disabled={import.meta.env.SSR}
        busy={isBusy}
      >
        {button[isBusy ? 1 : 0]}
      </Button>
    </form>
  );
}

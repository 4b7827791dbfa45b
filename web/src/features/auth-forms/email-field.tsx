import type { ComponentProps } from 'react';
import { Field } from '#web/ui/field.tsx';

/** The address an account signs in with. */
export function EmailField(props: Partial<ComponentProps<typeof Field>>) {
  return <Field label="Email" type="email" autoComplete="username" {...props} />;
}

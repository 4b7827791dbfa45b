import type {
  FieldPath,
  FieldValues,
  FormState,
  RegisterOptions,
  UseFormGetFieldState,
  UseFormRegister,
} from 'react-hook-form';

type Form<Input extends FieldValues> = {
  register: UseFormRegister<Input>;
  getFieldState: UseFormGetFieldState<NoInfer<Input>>;
  formState: FormState<NoInfer<Input>>;
};

/** Returns a function that returns the props of a form's input, with its error. */
export function fieldProps<Input extends FieldValues>({ register, getFieldState, formState }: Form<Input>) {
  return <Name extends FieldPath<Input>>(name: Name, rules?: RegisterOptions<Input, Name>) => ({
    ...register(name, rules),
    error: getFieldState(name, formState).error?.message,
  });
}

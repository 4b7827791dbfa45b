import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { adminKey } from '#web/api/admin.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { notify } from '#web/ui/notify.ts';
import { serverText } from './server-text.ts';

type Props<Input extends FieldValues> = {
  form: UseFormReturn<Input>;
  /** Also the label of the button. */
  title: string;
  description: string;
  add: (input: Input) => Promise<unknown>;
  success: string;
  /** Shown when the server sent no message. */
  failure: string;
  onClose: () => void;
  onAdded: () => void;
  children: ReactNode;
};

/** The dialog that adds an entry to a list in the admin area. */
export function AddDialog<Input extends FieldValues>(props: Props<Input>) {
  const { form, title, description, success, failure, onClose, onAdded, children } = props;
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: props.add,
    onSuccess: async () => {
      notify({ tone: 'success', title: success });
      onClose();
      onAdded();
      await queryClient.invalidateQueries({ queryKey: adminKey });
    },
  });
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.handleSubmit((input) => add.mutate(input))}>
        {children}
        {add.error && <FormError>{serverText(add.error, failure)}</FormError>}
        <FormButtons onCancel={onClose} action={title} busy={add.isPending} />
      </form>
    </Dialog>
  );
}

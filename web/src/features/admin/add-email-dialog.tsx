import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { adminKey, postWhitelist } from '#web/api/admin.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { filledTerms, singleDurations, type Terms } from './durations.ts';
import { serverText } from './server-text.ts';

type Props = { open: boolean; onClose: () => void; onAdded: () => void };

export function AddEmailDialog({ open, onClose, onAdded }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Add Email"
      description="The address gets full access right away, without a subscription."
    >
      {/* A separate component, so that closing resets it. */}
      <AddEmailForm
        onCancel={onClose}
        onAdded={() => {
          onClose();
          onAdded();
        }}
      />
    </Dialog>
  );
}

function AddEmailForm({ onCancel, onAdded }: { onCancel: () => void; onAdded: () => void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState } = useForm<Terms & { email: string }>({
    defaultValues: { email: '', reason: '', duration: '', contractReference: '' },
  });
  const add = useMutation({
    mutationFn: ({ email, ...terms }: Terms & { email: string }) =>
      postWhitelist({ email: email.trim(), ...filledTerms(terms) }),
    onSuccess: async () => {
      notify({ tone: 'success', title: 'Email added to whitelist' });
      onAdded();
      await queryClient.invalidateQueries({ queryKey: adminKey });
    },
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit((input) => add.mutate(input))}>
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register('email', { validate: (email) => email.trim() !== '' || 'Please enter an email address' })}
      />
      <Field label="Reason (optional)" maxLength={200} {...register('reason')} />
      <SelectField label="Duration" options={singleDurations} {...register('duration')} />
      <Field label="Contract reference (optional)" maxLength={200} {...register('contractReference')} />
      {add.error && <FormError>{serverText(add.error, 'Failed to add email')}</FormError>}
      <FormButtons onCancel={onCancel} action="Add Email" busy={add.isPending} />
    </form>
  );
}

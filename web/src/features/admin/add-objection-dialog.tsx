import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { adminKey, postObjection } from '#web/api/admin.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { notify } from '#web/ui/notify.ts';
import { serverText } from './server-text.ts';

type Props = { open: boolean; onClose: () => void; onAdded: () => void };

export function AddObjectionDialog({ open, onClose, onAdded }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Add objection"
      description="Takes effect right away: what we found about the guest or company is erased, and upcoming meetings with them are researched again without them."
    >
      {/* A separate component, so that closing resets it. */}
      <AddObjectionForm
        onCancel={onClose}
        onAdded={() => {
          onClose();
          onAdded();
        }}
      />
    </Dialog>
  );
}

function AddObjectionForm({ onCancel, onAdded }: { onCancel: () => void; onAdded: () => void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { who: '', reason: '' } });
  const add = useMutation({
    mutationFn: ({ who, reason }: { who: string; reason: string }) => {
      const text = who.trim();
      const named = text.includes('@') ? { email: text } : { domain: text };
      return postObjection({ ...named, ...(reason.trim() !== '' && { reason: reason.trim() }) });
    },
    onSuccess: async () => {
      notify({ tone: 'success', title: 'Objection added' });
      onAdded();
      await queryClient.invalidateQueries({ queryKey: adminKey });
    },
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit((input) => add.mutate(input))}>
      <Field
        label="Email address or domain"
        autoComplete="off"
        error={formState.errors.who?.message}
        {...register('who', { validate: (who) => who.trim() !== '' || 'Please enter an email address or a domain' })}
      />
      <Field label="Reason (optional)" maxLength={200} {...register('reason')} />
      {add.error && <FormError>{serverText(add.error, 'Failed to add objection')}</FormError>}
      <FormButtons onCancel={onCancel} action="Add objection" busy={add.isPending} />
    </form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Objection } from '#contract/objections.ts';
import { adminKey, deleteObjection } from '#web/api/admin.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { whoText } from './objections-table.tsx';
import { serverText } from './server-text.ts';

type Props = {
  /** Null while nothing is asked. */
  objection: Objection | null;
  onClose: () => void;
  onRemoved: () => void;
};

/** The consequence before the action. */
export function RemoveObjectionDialog({ objection, onClose, onRemoved }: Props) {
  // What was asked about last stays in the words while the dialog goes.
  const [asked, setAsked] = useState(objection);
  if (objection !== null && objection !== asked) setAsked(objection);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteObjection,
    onSuccess: async () => {
      notify({ tone: 'success', title: 'Objection removed' });
      onClose();
      onRemoved();
      await queryClient.invalidateQueries({ queryKey: adminKey });
      // The button that opened the dialog went with its row.
      document.querySelector('h1')?.focus({ preventScroll: true });
    },
  });
  const close = () => {
    onClose();
    remove.reset();
  };
  return (
    <Dialog
      open={objection !== null}
      onOpenChange={(isOpen) => isOpen || close()}
      title="Remove the objection?"
      description={
        <>
          <span className="font-medium text-ink wrap-anywhere">{asked && whoText(asked)}</span> will be researched again
          from the next meeting on. Do this only when they asked for it.
        </>
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => objection && remove.mutate(objection.id)}>
            Remove
          </Button>
        </>
      }
    >
      {remove.error && <FormError>{serverText(remove.error, 'Failed to remove the objection')}</FormError>}
    </Dialog>
  );
}

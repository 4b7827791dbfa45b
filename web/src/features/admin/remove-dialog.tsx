import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { adminKey } from '#web/api/admin.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { serverText } from './server-text.ts';

export type Removal = {
  title: string;
  /** The consequences; completes a sentence that starts with the name. */
  consequence: ReactNode;
  remove: (id: string) => Promise<unknown>;
  /** Success message. */
  done: string;
  /** Shown when the server sent no message. */
  failure: string;
};

type RemoveProps = Removal & { id: string; name: string; onClose: () => void; onRemoved: () => void };

/** Asks to confirm the removal of an entry, and carries it out. */
export function RemoveDialog({
  id,
  name,
  title,
  consequence,
  done,
  failure,
  onClose,
  onRemoved,
  ...entries
}: RemoveProps) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => entries.remove(id),
    onSuccess: async () => {
      notify({ tone: 'success', title: done });
      onClose();
      onRemoved();
      await queryClient.invalidateQueries({ queryKey: adminKey });
      // The focused button was removed with its row.
      document.querySelector('h1')?.focus({ preventScroll: true });
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      description={
        <>
          <span className="font-medium text-ink wrap-anywhere">{name}</span> {consequence}
        </>
      }
      action="Remove"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {remove.error && <FormError>{serverText(remove.error, failure)}</FormError>}
    </ConfirmDialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { adminKey } from '#web/api/admin.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { serverText } from './server-text.ts';

type Props<Entry> = {
  /** The entry to remove; null while the dialog is closed. */
  entry: Entry | null;
  title: string;
  /** The entry's display name. */
  nameOf: (entry: Entry) => string;
  /** What will happen: completes a sentence that starts with the name. */
  consequence: ReactNode;
  remove: (id: string) => Promise<unknown>;
  /** Success message. */
  done: string;
  /** Shown when the server gave no message. */
  failure: string;
  onClose: () => void;
  onRemoved: () => void;
};

/** Asks to confirm the removal of an entry from a list in the admin area, and carries it out. */
export function RemoveDialog<Entry extends { id: string }>({
  entry,
  title,
  nameOf,
  consequence,
  remove: removeEntry,
  done,
  failure,
  onClose,
  onRemoved,
}: Props<Entry>) {
  // Keeps the name while the dialog animates out.
  const [asked, setAsked] = useState(entry);
  if (entry !== null && entry !== asked) setAsked(entry);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: removeEntry,
    onSuccess: async () => {
      notify({ tone: 'success', title: done });
      onClose();
      onRemoved();
      await queryClient.invalidateQueries({ queryKey: adminKey });
      // The button that had the focus was removed with its row.
      document.querySelector('h1')?.focus({ preventScroll: true });
    },
  });
  const close = () => {
    onClose();
    remove.reset();
  };
  return (
    <ConfirmDialog
      open={entry !== null}
      onClose={close}
      title={title}
      description={
        <>
          <span className="font-medium text-ink wrap-anywhere">{asked && nameOf(asked)}</span> {consequence}
        </>
      }
      action="Remove"
      busy={remove.isPending}
      onConfirm={() => entry && remove.mutate(entry.id)}
    >
      {remove.error && <FormError>{serverText(remove.error, failure)}</FormError>}
    </ConfirmDialog>
  );
}

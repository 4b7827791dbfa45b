import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { adminKey } from '#web/api/admin.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { serverText } from './server-text.ts';

type Props<Entry> = {
  /** Null while nothing is asked. */
  entry: Entry | null;
  title: string;
  /** How the entry is called. */
  nameOf: (entry: Entry) => string;
  /** What becomes of it, said after its name. */
  consequence: ReactNode;
  remove: (id: string) => Promise<unknown>;
  /** What is said once it is done. */
  done: string;
  /** What is said where the server said nothing. */
  failure: string;
  onClose: () => void;
  onRemoved: () => void;
};

/** Takes an entry off a list of the admin area: the consequence before the action. */
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
  // What was asked about last stays in the words while the dialog goes.
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
      open={entry !== null}
      onOpenChange={(isOpen) => isOpen || close()}
      title={title}
      description={
        <>
          <span className="font-medium text-ink wrap-anywhere">{asked && nameOf(asked)}</span> {consequence}
        </>
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => entry && remove.mutate(entry.id)}>
            Remove
          </Button>
        </>
      }
    >
      {remove.error && <FormError>{serverText(remove.error, failure)}</FormError>}
    </Dialog>
  );
}

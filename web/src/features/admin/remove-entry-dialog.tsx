import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WhitelistEntry } from '#contract/admin-whitelist.ts';
import { adminKey, deleteWhitelistEntry } from '#web/api/admin.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { serverText } from './server-text.ts';

type Props = {
  /** Null while nothing is asked. */
  entry: WhitelistEntry | null;
  onClose: () => void;
  onRemoved: () => void;
};

/** The consequence before the action. */
export function RemoveEntryDialog({ entry, onClose, onRemoved }: Props) {
  // What was asked about last stays in the words while the dialog goes.
  const [asked, setAsked] = useState(entry);
  if (entry !== null && entry !== asked) setAsked(entry);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteWhitelistEntry,
    onSuccess: async () => {
      notify({ tone: 'success', title: 'Email removed from whitelist' });
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
      title="Remove from whitelist?"
      description={
        <>
          <span className="font-medium text-ink wrap-anywhere">{asked?.email}</span> loses premium access at once,
          unless there is an active subscription.
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
      {remove.error && <FormError>{serverText(remove.error, 'Failed to remove email')}</FormError>}
    </Dialog>
  );
}

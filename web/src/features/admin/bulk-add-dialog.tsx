import { Dialog } from '#web/ui/dialog.tsx';
import { BulkAddForm } from './bulk-add-form.tsx';

type Props = { open: boolean; onClose: () => void; onAdded: () => void };

/** Adds many addresses at once. Stays open to show the result; closing resets it. */
export function BulkAddDialog({ open, onClose, onAdded }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Bulk Add"
      description="Up to 100 addresses at once, separated by line breaks, commas, semicolons or spaces."
    >
      <BulkAddForm onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}

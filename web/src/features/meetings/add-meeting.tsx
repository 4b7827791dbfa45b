import { Plus } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { useOverlay } from '#web/ui/use-overlay.ts';

const fetchDialog = () => import('./meeting-dialog.tsx');

/** The button and dialog that add a meeting. @param onAdded receives the id of the new meeting */
export function AddMeeting({ onAdded }: { onAdded: (id: string) => void }) {
  const [dialog, open, close] = useOverlay(fetchDialog);
  return (
    <>
      <Button size="small" onClick={open}>
        <Plus size={14} aria-hidden="true" />
        Add meeting
      </Button>
      {dialog && <dialog.MeetingDialog onClose={close} onSaved={({ id }) => onAdded(id)} />}
    </>
  );
}

import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Props = { codes: readonly string[]; onClose: () => void };

/** Shown once, after the first factor is added or codes are renewed. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Save your recovery codes"
      description="If you lose your second factor, each code works once in its place. You won’t see them again, so store them with your passwords."
      footer={
        <Button variant="primary" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Props = { codes: readonly string[]; onClose: () => void };

/** Shown once, after the first factor or when new codes were asked for. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Save your recovery codes"
      description="Each signs you in once when your other factor is not at hand. They are shown only now: keep them where you keep passwords."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

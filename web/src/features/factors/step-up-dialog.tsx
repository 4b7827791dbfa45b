import type { FactorMethod } from '#contract/auth.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FactorForm } from './factor-form.tsx';

type Props = { methods: readonly FactorMethod[]; onEnd: (isGiven: boolean) => void };

export function StepUpDialog({ methods, onEnd }: Props) {
  return (
    <Dialog
      onClose={() => onEnd(false)}
      title="Confirm it’s you"
      description="Use your second factor to continue. We won’t ask again for ten minutes."
    >
      <FactorForm methods={methods} onGiven={() => onEnd(true)} />
    </Dialog>
  );
}

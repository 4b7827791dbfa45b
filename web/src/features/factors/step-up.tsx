import { useEffect, useState } from 'react';
import type { FactorMethod } from '#contract/auth.ts';
import { offerStepUp } from '#web/api/step-up.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FactorForm } from './factor-form.tsx';
import { readMethods } from './read-methods.ts';

type Asked = { methods: readonly FactorMethod[]; answer: (isGiven: boolean) => void };

/** Asks for the second factor where a call needs it given lately; the call goes on once it is. */
export function StepUp() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      offerStepUp(
        (methods) =>
          new Promise<boolean>((resolve) => {
            setAsked({ methods: readMethods(methods), answer: resolve });
          }),
      ),
    [],
  );
  if (!asked) return null;
  const end = (isGiven: boolean) => {
    setAsked(null);
    asked.answer(isGiven);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) end(false);
      }}
      title="Confirm that it is you"
      description="This takes your second factor, given within the last ten minutes."
    >
      <FactorForm methods={asked.methods} onGiven={() => end(true)} />
    </Dialog>
  );
}

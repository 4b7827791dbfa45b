import { useEffect, useState } from 'react';
import type { FactorMethod } from '#contract/auth.ts';
import { offerStepUp } from '#web/api/step-up.ts';
import { fetchPart } from '#web/ui/fetch-part.ts';
import { readMethods } from './read-methods.ts';
import type { StepUpDialog } from './step-up-dialog.tsx';

type Asked = {
  methods: readonly FactorMethod[];
  answer: (isGiven: boolean) => void;
  part: { StepUpDialog: typeof StepUpDialog };
};

const fetchDialog = () => import('./step-up-dialog.tsx');

/**
 * Prompts for the second factor when a call requires a recent one, then lets the call continue. The dialog loads on
 * demand.
 */
export function StepUp() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      offerStepUp(async (methods) => {
        const part = await fetchPart(fetchDialog);
        return await new Promise<boolean>((resolve) => {
          setAsked({ methods: readMethods(methods), answer: resolve, part });
        });
      }),
    [],
  );
  if (!asked) return null;
  const end = (isGiven: boolean) => {
    setAsked(null);
    asked.answer(isGiven);
  };
  return <asked.part.StepUpDialog methods={asked.methods} onEnd={end} />;
}

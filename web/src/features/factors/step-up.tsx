import { useEffect, useState } from 'react';
import type { FactorMethod } from '#contract/auth.ts';
import { offerStepUp } from '#web/api/step-up.ts';
import { fetchChunk } from '#web/ui/fetch-chunk.ts';
import { readMethods } from './read-methods.ts';
import type { StepUpDialog } from './step-up-dialog.tsx';

type Asked = {
  methods: readonly FactorMethod[];
  answer: (isGiven: boolean) => void;
  chunk: { StepUpDialog: typeof StepUpDialog };
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
        const chunk = await fetchChunk(fetchDialog);
        return await new Promise<boolean>((resolve) => {
          setAsked({ methods: readMethods(methods), answer: resolve, chunk });
        });
      }),
    [],
  );
  if (!asked) return null;
  const end = (isGiven: boolean) => {
    setAsked(null);
    asked.answer(isGiven);
  };
  return <asked.chunk.StepUpDialog methods={asked.methods} onEnd={end} />;
}

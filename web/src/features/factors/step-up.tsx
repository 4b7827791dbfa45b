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

/** Asks for the second factor where a call needs it given lately; the call goes on once it is. What asks is fetched when it is needed. */
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

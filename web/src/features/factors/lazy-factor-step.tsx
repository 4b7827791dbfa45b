import type { ComponentProps } from 'react';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { usePart } from '#web/ui/use-part.ts';
import type { FactorStep } from './factor-step.tsx';

const fetchFactorStep = () => import('./factor-step.tsx');

/** Loaded on demand: most sign-ins have no second step. */
export function LazyFactorStep(props: ComponentProps<typeof FactorStep>) {
  const [part, isMissing] = usePart(fetchFactorStep);
  if (part) return <part.FactorStep {...props} />;
  return isMissing && <MissingPart name="The second step" />;
}

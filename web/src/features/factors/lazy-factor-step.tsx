import type { ComponentProps } from 'react';
import { FailedChunk } from '#web/ui/failed-chunk.tsx';
import { useChunk } from '#web/ui/use-chunk.ts';
import type { FactorStep } from './factor-step.tsx';

const fetchFactorStep = () => import('./factor-step.tsx');

/** Loaded on demand: most sign-ins have no second step. */
export function LazyFactorStep(props: ComponentProps<typeof FactorStep>) {
  const [chunk, hasFailed] = useChunk(fetchFactorStep);
  if (chunk) return <chunk.FactorStep {...props} />;
  return hasFailed && <FailedChunk name="The second sign-in step" />;
}

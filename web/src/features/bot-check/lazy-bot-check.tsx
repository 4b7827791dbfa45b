import type { ComponentProps } from 'react';
import { FailedChunk } from '#web/ui/failed-chunk.tsx';
import { useChunk } from '#web/ui/use-chunk.ts';
import type { BotCheck } from './bot-check.tsx';

const fetchBotCheck = () => import('./bot-check.tsx');

/** Loads the widget lazily, so that the form does not wait for it. */
export function LazyBotCheck(props: ComponentProps<typeof BotCheck>) {
  const [chunk, hasFailed] = useChunk(fetchBotCheck);
  if (chunk) return <chunk.BotCheck {...props} />;
  return <div className="min-h-[65px]">{hasFailed && <FailedChunk name="The security verification" />}</div>;
}

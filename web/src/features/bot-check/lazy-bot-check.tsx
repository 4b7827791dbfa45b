import type { ComponentProps } from 'react';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { usePart } from '#web/ui/use-part.ts';
import type { BotCheck } from './bot-check.tsx';

const fetchBotCheck = () => import('./bot-check.tsx');

/** Loads the widget lazily, so that the form does not wait for it. */
export function LazyBotCheck(props: ComponentProps<typeof BotCheck>) {
  const [part, isMissing] = usePart(fetchBotCheck);
  if (part) return <part.BotCheck {...props} />;
  return <div className="min-h-[65px]">{isMissing && <MissingPart name="The security verification" />}</div>;
}

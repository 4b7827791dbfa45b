import { type ComponentProps, lazy, Suspense } from 'react';

const BotCheck = lazy(() => import('./bot-check.tsx').then((module) => ({ default: module.BotCheck })));

/** The bot verification, loaded by itself: it waits for a script of its own anyway, and the form need not wait with it. */
export function LazyBotCheck(props: ComponentProps<typeof BotCheck>) {
  return (
    <Suspense fallback={<div className="h-[65px]" />}>
      <BotCheck {...props} />
    </Suspense>
  );
}

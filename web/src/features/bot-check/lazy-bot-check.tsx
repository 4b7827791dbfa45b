import { type ComponentProps, useEffect, useState } from 'react';
import type * as botCheck from './bot-check.tsx';

type Part = typeof botCheck;

/**
 * The bot verification, fetched by itself: it waits for a script of its own anyway, and the form need not wait with it. Where it cannot be fetched it says
 * so in its place, and is asked for again once there is a connection.
 */
export function LazyBotCheck(props: ComponentProps<Part['BotCheck']>) {
  const [part, setPart] = useState<Part>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const fetchPart = () => {
      import('./bot-check.tsx').then(setPart, () => setFailed(true));
    };
    fetchPart();
    window.addEventListener('online', fetchPart);
    return () => window.removeEventListener('online', fetchPart);
  }, []);
  if (part) return <part.BotCheck {...props} />;
  return (
    <div className="h-[65px]">
      {hasFailed && (
        <p role="alert" className="text-sm text-danger">
          Security verification failed. Please try again.
        </p>
      )}
    </div>
  );
}

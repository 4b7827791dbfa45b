import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '#web/ui/button.tsx';
import { reportFailedChunk } from '#web/ui/fetch-chunk.ts';
import { Heading } from '#web/ui/heading.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** The error of the last screen that was retried. */
let retried: unknown;

/**
 * Shown when a screen failed to render, for example because a chunk failed to load; retries when the connection
 * returns. Fades in late, since a page from an older release reloads instead.
 */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => {
    // Resetting the screen shows the same error again before the retry has ended.
    reportFailedChunk(retried !== undefined && retried !== error);
    const retry = () => {
      retried = error;
      void router.invalidate();
    };
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [router, error]);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[560px] animate-[fade-in_180ms_300ms_both] flex-col justify-center px-6 py-16">
      <Wordmark />
      <Heading title="Something went wrong" className="mt-12 font-serif text-display">
        We couldn’t show this page
      </Heading>
      <p className="mt-2 text-md text-ink2">
        {error instanceof Error ? error.message : 'An unexpected error occurred'}
      </p>
      <div className="mt-6">
        <Button
          variant="primary"
          onClick={() => {
            retried = error;
            reset();
            router.invalidate().catch(reportError);
          }}
        >
          Retry
        </Button>
      </div>
    </main>
  );
}

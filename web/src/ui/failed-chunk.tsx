import { Button } from './button.tsx';
import { retryChunks } from './fetch-chunk.ts';

/** Shown in place of a lazy chunk that failed to load. `useChunk` keeps retrying. */
export function FailedChunk({ name }: { name: string }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
      {name} could not be loaded. We’ll keep trying.
      <Button size="small" onClick={retryChunks}>
        Retry
      </Button>
    </div>
  );
}

import { Button } from './button.tsx';
import { retryParts } from './fetch-part.ts';

/** Shown in place of a lazy chunk that failed to load. `usePart` keeps retrying. */
export function MissingPart({ name }: { name: string }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
      {name} could not be loaded. We’ll keep trying.
      <Button size="small" onClick={retryParts}>
        Retry
      </Button>
    </div>
  );
}

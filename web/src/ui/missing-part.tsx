import { Button } from './button.tsx';
import { retryParts } from './fetch-part.ts';

/** Stands where a part of the page could not be downloaded; `usePart` goes on trying. */
export function MissingPart({ name }: { name: string }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
      {name} could not be loaded. We keep trying.
      <Button size="small" onClick={retryParts}>
        Retry
      </Button>
    </div>
  );
}

/** Stands where a part of the page could not be downloaded; `usePart` goes on trying. */
export function MissingPart({ name }: { name: string }) {
  return (
    <p role="alert" className="text-sm text-danger">
      {name} could not be loaded.{!navigator.onLine && ' It comes once you are online again.'}
    </p>
  );
}

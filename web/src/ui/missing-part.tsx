/** Stands where a part of the page could not be downloaded; `usePart` goes on trying. */
export function MissingPart() {
  return (
    <p role="alert" className="text-sm text-danger">
      This part could not be loaded. It is tried again once you are online.
    </p>
  );
}

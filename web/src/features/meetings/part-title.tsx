/** Of parts whose statements are no facts: as the mail says it. */
export const INFERRED = 'Inferred from the sources';
export const SUGGESTED = 'Suggested';

/** @param note what kind of statements stand below, where they are no facts */
export function PartTitle({ title, note }: { title: string; note?: string | undefined }) {
  return (
    <h3 className="text-sm font-medium text-ink3">
      {title}
      {note !== undefined && <span className="font-normal"> · {note}</span>}
    </h3>
  );
}

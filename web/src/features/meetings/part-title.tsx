/** Labels for statements that are not facts, as in the mail. */
export const INFERRED = 'Inferred from the sources';
export const SUGGESTED = 'Suggested';

/** A section title in the research. @param note label for statements that are not facts */
export function PartTitle({ title, note }: { title: string; note?: string | undefined }) {
  return (
    <h3 className="text-sm font-medium text-ink3">
      {title}
      {note !== undefined && <span className="font-normal"> · {note}</span>}
    </h3>
  );
}

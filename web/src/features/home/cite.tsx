/** A citation mark without a link. @param n number of the source */
export function Cite({ n }: { n: number }) {
  return (
    <span className="ml-px align-[0.35em] font-sans text-[11px]/[1] font-medium text-accent-text">
      <span className="sr-only">Source </span>
      {n}
    </span>
  );
}

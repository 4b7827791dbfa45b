type Props = {
  amounts: readonly { name: string; count: number }[];
  /** The number as shown; `count` by default. */
  amountText?: (count: number) => string;
};

/** Labelled bars on one scale. */
export function BarList({ amounts, amountText = String }: Props) {
  const most = Math.max(1, ...amounts.map(({ count }) => count));
  return (
    <ul className="flex flex-col gap-2.5">
      {amounts.map(({ name, count }) => (
        <li key={name}>
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 text-ink2 tabular-nums">{amountText(count)}</span>
          </div>
          <div className="mt-1 h-1.5 overflow-hidden rounded-sm bg-hover" aria-hidden="true">
            <div className="h-full rounded-sm bg-accent" style={{ width: `${(100 * count) / most}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}

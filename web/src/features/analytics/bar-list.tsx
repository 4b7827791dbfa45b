import type { Amount } from './summarise.ts';

/** Amounts as bars on one scale, each with its name and number written out. */
export function BarList({ amounts }: { amounts: readonly Amount[] }) {
  const most = Math.max(1, ...amounts.map(({ count }) => count));
  return (
    <ul className="flex flex-col gap-2.5">
      {amounts.map(({ name, count }) => (
        <li key={name}>
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 text-ink2 tabular-nums">{count}</span>
          </div>
          <div className="mt-1 h-1.5 overflow-hidden rounded-sm bg-hover" aria-hidden="true">
            <div className="h-full rounded-sm bg-accent" style={{ width: `${(100 * count) / most}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}

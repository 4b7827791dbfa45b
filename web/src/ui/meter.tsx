import { cx } from './cx.ts';

type Props = { label: string; used: number; limit: number; className?: string };

const WARNING_PERCENT = 80;

/** Usage against a limit, as text and a bar: blue, yellow from 80%, red at the limit. */
export function Meter({ label, used, limit, className }: Props) {
  const percent = limit <= 0 ? 100 : Math.min(100, (100 * used) / limit);
  const bar = percent >= 100 ? 'bg-danger' : percent >= WARNING_PERCENT ? 'bg-warning' : 'bg-accent';
  return (
    <div className={className}>
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-ink2">{label}</span>
        <span className="font-medium tabular-nums">
          {used} of {limit}
        </span>
      </div>
      <meter className="sr-only" aria-label={label} min={0} max={limit} value={used} />
      <div className="mt-1.5 h-1.5 overflow-hidden rounded-sm bg-hover" aria-hidden="true">
        <div className={cx('h-full rounded-sm', bar)} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

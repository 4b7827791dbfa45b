import { percentText } from '#web/features/time/number-text.ts';
import { cx } from '#web/ui/cx.ts';
import { meetingKinds } from './meeting-kinds.ts';
import { totalOf } from './period-chart.tsx';
import type { Mix } from './summarise.ts';

/** A stacked bar with its legend. */
export function MixBar({ mix }: { mix: Mix }) {
  const total = Math.max(1, totalOf(mix));
  return (
    <>
      <div className="flex h-3 gap-px overflow-hidden rounded-sm" aria-hidden="true">
        {meetingKinds.map(({ kind, swatch }) => (
          <div key={kind} className={swatch} style={{ width: `${(100 * mix[kind]) / total}%` }} />
        ))}
      </div>
      <ul className="mt-4 flex flex-col gap-2">
        {meetingKinds.map(({ kind, name, swatch }) => (
          <li key={kind} className="flex items-center gap-2">
            <span className={cx('size-2.5 rounded-[3px]', swatch)} aria-hidden="true" />
            <span className="flex-1">{name}</span>
            <span className="text-ink2 tabular-nums">
              {mix[kind]} · {percentText((100 * mix[kind]) / total)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

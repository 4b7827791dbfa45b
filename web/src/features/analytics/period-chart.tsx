import type { MeetingType } from '#contract/meetings.ts';
import { percentText } from '#web/features/time/number-text.ts';
import { counted } from '#web/ui/counted.ts';
import { cx } from '#web/ui/cx.ts';
import type { Mix, Period } from './summarise.ts';

const HEIGHT = 168;
const BAR_WIDTH = 22;
const STEP = 32;
const GAP = 1;

type Props = { periods: readonly Period[]; label: string; nameOf: (period: Period) => string };

/** Stacked columns, one per period. Screen readers get the label; the table has the figures. */
export function PeriodChart({ periods, label, nameOf }: Props) {
  const most = Math.max(1, ...periods.map(totalOf));
  const width = periods.length * STEP;
  return (
    <figure aria-label={label}>
      <Legend />
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        className="h-[168px] w-full"
      >
        <line
          x1="0"
          x2={width}
          y1={HEIGHT + 0.5}
          y2={HEIGHT + 0.5}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        {periods.map((period, index) => (
          <Column key={period.startMs} period={period} x={index * STEP + (STEP - BAR_WIDTH) / 2} most={most} />
        ))}
      </svg>
      <figcaption className="mt-1.5 flex justify-between gap-4 text-xs text-ink3" aria-hidden="true">
        <span>{periods[0] && nameOf(periods[0])}</span>
        <span>busiest: {counted(most, 'meeting')}</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

function Column({ period, x, most }: { period: Period; x: number; most: number }) {
  let below = 0;
  return meetingKinds.map(({ kind, fill }) => {
    const height = (HEIGHT * period[kind]) / most;
    below += height;
    return (
      <rect
        key={kind}
        x={x}
        y={HEIGHT - below}
        width={BAR_WIDTH}
        height={Math.max(0, height - GAP)}
        rx="1.5"
        className={fill}
      />
    );
  });
}

function Legend() {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink2">
      {meetingKinds.map(({ kind, name, swatch }) => (
        <li key={kind} className="flex items-center gap-1.5">
          <span className={cx('size-2.5 rounded-[3px]', swatch)} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}

export function totalOf({ external, mixed, internal }: Pick<Period, 'external' | 'mixed' | 'internal'>): number {
  return external + mixed + internal;
}

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

/** The meeting types, in the order in which all charts stack them. */
export const meetingKinds: readonly { kind: MeetingType; name: string; fill: string; swatch: string }[] = [
  { kind: 'external', name: 'External', fill: 'fill-accent', swatch: 'bg-accent' },
  { kind: 'mixed', name: 'Mixed', fill: 'fill-accent-text/50', swatch: 'bg-accent-text/50' },
  { kind: 'internal', name: 'Internal', fill: 'fill-control/55', swatch: 'bg-control/55' },
];

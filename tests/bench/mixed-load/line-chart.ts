type Series = {
  /** Empty if the chart has only one series. */
  label: string;
  /** Minute and value. */
  points: readonly (readonly [minute: number, value: number])[];
};

type Chart = {
  title: string;
  unit: string;
  /** Length of the run. */
  minutes: number;
  /** Two at most: there are two colours. */
  series: readonly Series[];
  /** Draws points instead of lines, for values that are sometimes missing. */
  hasGaps?: boolean;
};

const WIDTH = 720;
const HEIGHT = 260;
const PLOT = { left: 60, right: 708, top: 40, bottom: 220 };
const STEPS = [1, 2, 5];
const MOST_TICKS = 6;

/** Returns an SVG of values over the minutes of a run, readable on light and dark pages. */
export function drawLineChart({ title, unit, minutes, series, hasGaps = false }: Chart): string {
  const values = series.flatMap(({ points }) => points.map(([, value]) => value));
  const [yTicks, xTicks] = [ticksOf(Math.min(0, ...values), Math.max(1, ...values)), ticksOf(0, minutes)];
  const x = (minute: number) => scale(minute, xTicks, PLOT.left, PLOT.right);
  const y = (value: number) => scale(value, yTicks, PLOT.bottom, PLOT.top);
  const marks = series.map(({ points: own }, index) =>
    hasGaps
      ? own
          .map(([minute, value]) => `<circle class="mark-${index}" cx="${x(minute)}" cy="${y(value)}" r="2.5"/>`)
          .join('')
      : `<polyline class="line-${index}" points="${own.map(([minute, value]) => `${x(minute)},${y(value)}`).join(' ')}"/>`,
  );
  const legend = series.map(({ label }, index) =>
    label === ''
      ? ''
      : `<text class="mark-${index}" x="${PLOT.right - 130 * (series.length - 1 - index)}" y="20" text-anchor="end">${label}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
<style>
text { font: 12px system-ui, sans-serif; fill: #57606a }
.title { font-weight: 600 }
.grid { stroke: #d0d7de }
polyline { fill: none; stroke-width: 1.5 }
.line-0 { stroke: #0969da } .mark-0 { fill: #0969da }
.line-1 { stroke: #bc4c00 } .mark-1 { fill: #bc4c00 }
@media (prefers-color-scheme: dark) {
text { fill: #9198a1 }
.grid { stroke: #3d444d }
.line-0 { stroke: #4493f8 } .mark-0 { fill: #4493f8 }
.line-1 { stroke: #f0883e } .mark-1 { fill: #f0883e }
}
</style>
<text class="title" x="${PLOT.left}" y="20">${title}, ${unit}</text>
${legend.join('\n')}
${yTicks.map((tick) => `<path class="grid" d="M${PLOT.left} ${y(tick)}H${PLOT.right}"/><text x="${PLOT.left - 8}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`).join('\n')}
${xTicks.map((tick) => `<text x="${x(tick)}" y="${PLOT.bottom + 18}" text-anchor="middle">${tick}</text>`).join('\n')}
<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 4}" text-anchor="middle">minutes</text>
${marks.join('\n')}
</svg>
`;
}

/** Returns round tick values that enclose both values. */
function ticksOf(least: number, most: number): number[] {
  const rough = (most - least) / (MOST_TICKS - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((factor) => factor * power >= rough) ?? 10) * power;
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(6)));
}

/** Returns the position of a value in px, rounded to a tenth. */
function scale(value: number, ticks: readonly number[], from: number, to: number): number {
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)];
  return Math.round((from + ((value - least) / (most - least)) * (to - from)) * 10) / 10;
}

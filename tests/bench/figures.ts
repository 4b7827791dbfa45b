import { expect } from 'vitest';

type Figure = {
  metric: string;
  /** What was measured, in `unit`. */
  value: number;
  unit: string;
  /** What docs/performance.md promises; null where the figure is only to be known. */
  bar: { atLeast: number } | { atMost: number } | null;
};

/** Prints a figure beside its bar, and fails the bench when it misses it. */
export function reportFigure({ metric, value, unit, bar }: Figure): void {
  const shown = `${metric}: ${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`;
  if (bar === null) {
    process.stdout.write(`       ${shown}\n`);
    return;
  }
  const limit = 'atLeast' in bar ? `>= ${bar.atLeast}` : `<= ${bar.atMost}`;
  const isMet = 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
  process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${shown} (bar ${limit})\n`);
  expect.soft(isMet, `${shown}, the bar is ${limit}`).toBe(true);
}

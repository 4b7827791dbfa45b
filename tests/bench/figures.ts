import { expect } from 'vitest';

type Figure = {
  metric: string;
  /** The measured value, in `unit`. */
  value: number;
  unit: string;
  /** The promise in docs/performance.md; null if the figure is informational. */
  bar: { atLeast: number } | { atMost: number } | null;
};

/** Prints a figure with its bar and fails the bench if the figure misses it. */
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

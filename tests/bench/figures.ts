import { expect } from 'vitest';

type Figure = {
  metric: string;
  /** What was measured, in `unit`. */
  value: number;
  unit: string;
  /** What docs/performance.md promises. */
  bar: { atLeast: number } | { atMost: number };
};

/** Prints a figure beside its bar, and fails the bench when it misses it. */
export function reportFigure({ metric, value, unit, bar }: Figure): void {
  const limit = 'atLeast' in bar ? `>= ${bar.atLeast}` : `<= ${bar.atMost}`;
  const isMet = 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(2);
  process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${metric}: ${shown} ${unit} (bar ${limit})\n`);
  expect.soft(isMet, `${metric}: ${shown} ${unit}, the bar is ${limit}`).toBe(true);
}

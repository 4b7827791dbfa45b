import { expect } from 'vitest';

/** A promise in docs/performance.md. */
type Bar = { atLeast: number } | { atMost: number };

/** Prints a figure in `unit`. If it has a bar, prints that too and fails the bench if the bar is missed. */
export function reportFigure(metric: string, value: number, unit: string, bar: Bar | null = null): void {
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

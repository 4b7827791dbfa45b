import { simulateDays } from './day.ts';
import { describe, type Figure } from './figures.ts';
import { type Input, inputs, ORIGINS, type Shares } from './inputs.ts';
import { measureLimits } from './limits.ts';

/** Effects with a smaller |log2(after / before)| are ignored: they may be noise. */
const LEAST_EFFECT = 0.1;

type Effect = { name: string; origin: Input['origin']; size: number };

/**
 * Returns the inputs behind each figure and limit at this many users, grouped by origin, greatest effect first:
 * `assumed: a, b; measured: c`. Finds them by halving each input in turn or, if it is a distribution, by moving
 * everything to its largest part.
 */
export function findOrigins(users: number): Record<string, string> {
  const before = measure(users);
  const effects: Record<string, Effect[]> = {};
  for (const [name, input] of Object.entries<Input<number | Shares>>(inputs)) {
    const after = withChanged(input, () => measure(users));
    for (const [figure, values] of Object.entries(before)) {
      const size = largestChange(values, after[figure] ?? values);
      if (size >= LEAST_EFFECT) (effects[figure] ??= []).push({ name, origin: input.origin, size });
    }
  }
  return Object.fromEntries(Object.entries(effects).map(([figure, found]) => [figure, listByOrigin(found)]));
}

function measure(users: number): Record<string, readonly number[]> {
  const days = simulateDays(users);
  const figures = Object.entries<Figure>(describe(days)).map(([name, { values }]) => [name, values]);
  const limits = Object.entries(measureLimits(days)).map(([name, share]) => [name, [share]]);
  return Object.fromEntries([...figures, ...limits]);
}

function withChanged<T>(input: Input<number | Shares>, run: () => T): T {
  const { value } = input;
  input.value = typeof value === 'number' ? value / 2 : [[largestPart(value), 1]];
  try {
    return run();
  } finally {
    input.value = value;
  }
}

const largestPart = (shares: Shares) => shares.reduce((most, part) => (part[1] > most[1] ? part : most))[0];

function largestChange(before: readonly number[], after: readonly number[]): number {
  return Math.max(...before.map((value, index) => Math.abs(Math.log2((after[index] ?? value) / value))));
}

function listByOrigin(effects: readonly Effect[]): string {
  return ORIGINS.flatMap((origin) => {
    const names = effects
      .filter((effect) => effect.origin === origin)
      .toSorted((a, b) => b.size - a.size)
      .map(({ name }) => `\`${name}\``);
    return names.length > 0 ? [`${origin}: ${names.join(', ')}`] : [];
  }).join('; ');
}

/** Creates a random generator that returns the same values for the same seed. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  // Mulberry32.
  const fraction = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** Returns an integer from `low` to below `high`. */
  const whole = (low: number, high: number) => low + Math.floor(fraction() * (high - low));
  return {
    whole,
    chance: (share: number) => fraction() < share,
    pick: <T>(values: readonly T[]): T | undefined => values[whole(0, values.length)],
    some: <T>(values: readonly T[]): T[] => values.filter(() => fraction() < 0.5),
  };
}

export type Random = ReturnType<typeof createRandom>;

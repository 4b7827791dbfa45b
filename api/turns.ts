/** @param restMs how long the place then stays empty, for what came of the work and how long it took; 0 where absent. */
type Turn = <T>(work: () => Promise<T>, restMs?: (result: T, tookMs: number) => number) => Promise<T>;

/**
 * Lets so many pieces of work be done at a time; the others wait in line. For what anybody may cause as often as they like: whoever is signed in then waits
 * behind a few of them at most, and not behind all.
 */
export function createTurns(most: number): Turn {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = () => {
    // The place goes straight to the next in line, so `running` stays as it is unless nobody waits.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async (work, restMs = () => 0) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    const began = performance.now();
    let rest = 0;
    try {
      const result = await work();
      rest = restMs(result, performance.now() - began);
      return result;
    } finally {
      if (rest > 0) setTimeout(leave, rest);
      else leave();
    }
  };
}

/** @param restMs how long the slot then stays empty, given the result and its duration; 0 by default */
type Turn = <T>(work: () => Promise<T>, restMs?: (result: T, tookMs: number) => number) => Promise<T>;

/**
 * Limits how many calls run at a time; the others wait in line. For work anyone may cause at will: signed-in users
 * then wait behind a few at most.
 */
export function createTurns(most: number): Turn {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = () => {
    // The slot passes straight to the next in line, so `running` changes only if no one waits.
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

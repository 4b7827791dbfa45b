/**
 * Lets so many pieces of work be done at a time; the others wait in line. For what anybody may cause as often as they like: whoever is signed in then waits
 * behind a few of them at most, and not behind all.
 */
export function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so `running` stays as it is unless nobody waits.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

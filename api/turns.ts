/**
 * Limits how many calls run at a time; the others wait in line. For work anyone may cause at will: signed-in users
 * then wait behind a few at most.
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
      // The slot passes straight to the next in line, so `running` changes only if no one waits.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

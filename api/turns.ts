/**
 * @param restMs how long the slot then stays empty, given the duration and the result, if the work did not fail; 0 by
 * default
 */
type Turn = <T>(work: () => Promise<T>, restMs?: (tookMs: number, result?: T) => number) => Promise<T>;

/**
 * Limits how many calls run at a time; the others wait in line. For work anyone may cause at will: signed-in users
 * then wait behind a few at most.
 */
export function createTurns(most: number): Turn {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = (restMs: number) => {
    // The slot passes straight to the next in line, so `running` changes only if no one waits.
    const next = () => {
      const first = waiting.shift();
      if (first) first();
      else running -= 1;
    };
    if (restMs > 0) setTimeout(next, restMs);
    else next();
  };
  return async (work, restMs = () => 0) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    const began = performance.now();
    try {
      const result = await work();
      leave(restMs(performance.now() - began, result));
      return result;
    } catch (error) {
      leave(restMs(performance.now() - began));
      throw error;
    }
  };
}

const LEAST_REST_MS = 10;
const MOST_REST_MS = 1000;

/**
 * For callers who prove themselves in the request, before any other limit. After a call that proved nothing the next
 * waits four times as long as it took, so made-up calls get a fifth of the time at most, and are 100 a second at most.
 * @returns takes what checks a call and resolves with what it proved, or null
 */
export function createProofTurns(): <T extends object>(prove: () => Promise<T | null>) => Promise<T | null> {
  const inTurn = createTurns(1);
  return (prove) =>
    inTurn(prove, (tookMs, proof) => (proof ? 0 : Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, 4 * tookMs))));
}

/**
 * Runs the work when it is its turn.
 *
 * @param restMs How long the slot stays empty afterwards, given the work's duration and its result, which is missing if
 *   it failed; 0 by default.
 */
type Turn = <T>(work: () => Promise<T>, restMs?: (tookMs: number, result?: T) => number) => Promise<T>;

/**
 * Limits how many calls run at a time; the others wait in line. For work that anyone can trigger, so that it does not
 * take up the whole process.
 */
export function createTurns(most: number): Turn {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = (restMs: number) => {
    // The slot passes straight to the next in line; `running` changes only if no one is waiting.
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
 * Checks one at a time the calls that authenticate in the request itself, before any other limit. After an invalid one,
 * the next waits four times as long as it took, at least 10 ms and at most a second. Quick invalid calls thus take up
 * a fifth of the time at most, and there are at most 100 a second.
 *
 * @returns a function that runs a check in turn and returns its proof; null if the call is invalid
 */
export function createProofTurns(): <T extends object>(prove: () => Promise<T | null>) => Promise<T | null> {
  const inTurn = createTurns(1);
  return (prove) =>
    inTurn(prove, (tookMs, proof) => (proof ? 0 : Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, 4 * tookMs))));
}

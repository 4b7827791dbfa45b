import { busy } from './errors.ts';

type TurnOptions<T> = {
  /**
   * Time the slot stays empty afterwards, given the work's duration and, if it succeeded, its result; 0 by
   * default.
   */
  restMs?: (tookMs: number, result?: T) => number;
  /** Whether to go ahead of all calls without this option. */
  isFirst?: boolean;
  /** Once this aborts, a waiting call leaves the line and rejects with the signal's reason. */
  signal?: AbortSignal;
};

/**
 * Runs the work when its turn comes.
 *
 * @throws 503 if the line is full
 */
type Turn = <T>(work: () => Promise<T>, options?: TurnOptions<T>) => Promise<T>;

/**
 * Limits how many calls run at a time; the others wait in line. For work that anyone can trigger, so that it does not
 * take up the whole process.
 *
 * @param mostWaiting The maximum length of the line; if omitted, the caller must limit it.
 */
export function createTurns(most: number, mostWaiting = Number.POSITIVE_INFINITY): Turn {
  const first = new Set<() => void>();
  const others = new Set<() => void>();
  let running = 0;
  const leave = (restMs: number) => {
    // The slot passes straight to the next in line; `running` changes only if no one is waiting.
    const next = () => {
      const line = first.size > 0 ? first : others;
      const [start] = line;
      if (!start) {
        running -= 1;
        return;
      }
      line.delete(start);
      start();
    };
    if (restMs > 0) setTimeout(next, restMs);
    else next();
  };
  const wait = async (line: Set<() => void>, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    if (first.size + others.size >= mostWaiting) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const quit = () => {
      // If its turn has come, it is no longer in the line.
      if (line.delete(resolve)) reject(signal?.reason);
    };
    line.add(resolve);
    signal?.addEventListener('abort', quit, { once: true });
    await promise;
  };
  return async (work, { restMs = () => 0, isFirst = false, signal } = {}) => {
    if (running >= most) await wait(isFirst ? first : others, signal);
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

type ProofOptions = Pick<TurnOptions<object>, 'isFirst' | 'signal'>;

/**
 * Checks calls that carry their own proof, one at a time, before any other limit. After each invalid call, pauses for
 * four times as long as the check took, at least 10 ms and at most a second. Invalid calls that are quick to check thus
 * take up at most a fifth of the time, and at most 100 are checked a second. The caller limits how many wait.
 *
 * @returns a function that runs a check when its turn comes and returns its proof; null if the call is invalid
 */
export function createProofTurns(): <T extends object>(
  prove: () => Promise<T | null>,
  options?: ProofOptions,
) => Promise<T | null> {
  const inTurn = createTurns(1);
  return (prove, options) =>
    inTurn(prove, {
      ...options,
      restMs: (tookMs, proof) => (proof ? 0 : Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, 4 * tookMs))),
    });
}

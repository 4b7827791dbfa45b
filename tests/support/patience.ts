/**
 * These limits only end hopeless waits. A throttled machine has taken ten times as long as usual, so a wait below them
 * says nothing about speed; the benchmarks measure that.
 */

/** Longest wait for an element, an email, a server or a state. */
export const PATIENCE_MS = 180_000;

/** Time limit for a test or a hook, unless it runs more rounds than usual. */
export const TEST_PATIENCE_MS = 600_000;

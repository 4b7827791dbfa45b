/**
 * Limits that only end what will never come: a throttled machine has needed ten times as long as usual, so nothing may
 * be concluded from reaching one. What has to be fast is measured by the benchmarks.
 */

/** How long to wait for an element, an email, a server or a state. */
export const PATIENCE_MS = 180_000;

/** How long a test or a hook may take, unless it runs more rounds than usual. */
export const TEST_PATIENCE_MS = 600_000;

import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition is true. @throws if it is not true in time */
export async function until(
  what: string | (() => string),
  isTrue: () => Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) {
      throw new Error(`waited ${timeoutMs / 1000} s for: ${typeof what === 'string' ? what : what()}`);
    }
    await sleep(200);
  }
}

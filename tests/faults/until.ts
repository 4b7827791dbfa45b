import { setTimeout as sleep } from 'node:timers/promises';

/** @throws if it has not become true in time */
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

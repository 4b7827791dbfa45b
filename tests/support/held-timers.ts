import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * Makes timers of one second or more fire only through `runOut`, from the next page load on. Tests can then inspect a
 * temporary state and verify its duration to the millisecond. Timers of vendors' pages are unaffected.
 * @param origin the product's, such as http://localhost:23456
 * @param alsoMs a shorter duration in ms whose timers are held too
 */
export async function holdTimers(page: Page, origin: string, alsoMs?: number): Promise<void> {
  await page.addInitScript(`
    if (location.origin === ${JSON.stringify(origin)}) {
      const { setTimeout, clearTimeout } = window;
      const held = new Map();
      let latest = 0;
      window.setTimeout = (run, ms = 0, ...rest) => {
        if (ms < 1000 && ms !== ${alsoMs ?? null}) return setTimeout(run, ms, ...rest);
        latest -= 1;
        held.set(latest, { ms, run });
        return latest;
      };
      window.clearTimeout = (id) => void (held.delete(id) || clearTimeout(id));
      window.heldTimers = () => [...held.values()].map(({ ms }) => ms);
      window.runOut = (ms) => {
        const [id, timer] = [...held].findLast(([, { ms: own }]) => own === ms);
        held.delete(id);
        timer.run();
      };
    }
  `);
}

/** Waits until the page has a held timer of exactly `ms` and fires it. */
export async function runOut(page: Page, ms: number): Promise<void> {
  await expect.poll(() => page.evaluate<number[]>('window.heldTimers()')).toContain(ms);
  await page.evaluate(`window.runOut(${ms})`);
}

/** Fires the held timer of a popup that closes it, and waits until it is closed. */
export async function runOutAndClose(popup: Page, ms: number): Promise<void> {
  const closing = popup.waitForEvent('close');
  await runOut(popup, ms).catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
  await closing;
}

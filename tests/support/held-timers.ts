import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * Makes timers of one second or more fire only through `runOut`, from the next page load on. Tests can then inspect a
 * temporary state at leisure and verify its duration to the millisecond. Timers of vendors' pages are unaffected.
 * @param origin the product's, such as http://localhost:23456
 */
export async function holdTimers(page: Page, origin: string): Promise<void> {
  await page.addInitScript(`
    if (location.origin === ${JSON.stringify(origin)}) {
      const { setTimeout, clearTimeout } = window;
      const held = new Map();
      let latest = 0;
      window.setTimeout = (run, ms = 0, ...rest) => {
        if (ms < 1000) return setTimeout(run, ms, ...rest);
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

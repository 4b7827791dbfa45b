import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * From its next visit on, the page's timers of a second and more run out when the test says so (`runOut`), not by themselves: a state that ends after a
 * time can be looked at for as long as it takes, and its time is known to the millisecond. Timers of vendors' pages are left alone.
 * @param origin of the product, such as http://localhost:23456
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

/** Waits until the page has a timer of exactly that many ms, and lets it run out. On a page whose timers are held. */
export async function runOut(page: Page, ms: number): Promise<void> {
  await expect.poll(() => page.evaluate<number[]>('window.heldTimers()'), { timeout: 15_000 }).toContain(ms);
  await page.evaluate(`window.runOut(${ms})`);
}

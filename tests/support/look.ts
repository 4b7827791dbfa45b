import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findAccessibilityFaults } from './axe.ts';
import { findSafariFaults } from './safari-faults.ts';
import { sample } from './sample.ts';

/** Axe is not run below this width in px. */
const NARROWEST_FOR_AXE = 390;

/**
 * Checks the page's current state for horizontal scrolling, accessibility faults and Safari-only faults. Axe runs at
 * one width, with every rule in the light theme and the colour rules in the dark one; deep runs cover each width.
 * @param name the state, for messages; defaults to the page's path
 * @param widths the widths in px at which the state exists
 */
export async function lookAt(
  page: Page,
  name: string = new URL(page.url()).pathname,
  widths: readonly number[] = [1280, 390, 320],
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const scrollY = await page.evaluate<number>('scrollY');
  const forAxe = sample(
    widths.filter((width) => width >= NARROWEST_FOR_AXE),
    name,
  );
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 });
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect({ name, width, scrollWidth }).toEqual({ name, width, scrollWidth: width });
    if (!forAxe.includes(width)) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // The dark theme changes colours only (web/src/ui/tokens.css), so the colour rules suffice.
      const found = await findAccessibilityFaults(page, colorScheme === 'light' ? 'everything' : 'colors');
      expect({ name, width, colorScheme, found }).toEqual({ name, width, colorScheme, found: [] });
    }
  }
  expect({ name, found: await findSafariFaults(page) }).toEqual({ name, found: [] });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 860 });
  // Chromium hit-tests cross-origin frames where last painted: a click right after scrolling may hit one.
  await page.evaluate(`new Promise((painted) => {
    scrollTo(0, ${scrollY});
    requestAnimationFrame(() => requestAnimationFrame(painted));
  })`);
}

import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findAccessibilityFaults } from './axe.ts';
import { sample } from './sample.ts';

/** Axe is not asked below this width in px. */
const NARROWEST_FOR_AXE = 390;

/**
 * Looks at what a page shows now: no sideways scrolling on a desktop, a phone and down to 320 px, and no accessibility fault. Axe applies every rule once,
 * on a desktop or a phone and in the light theme, and the rules about colors again in the dark one; a deep run asks it at each width.
 *
 * @param name of the state that is looked at, for the message; its path where the page has no other state
 * @param widths where the state exists at all, in px
 */
export async function lookAt(
  page: Page,
  name: string = new URL(page.url()).pathname,
  widths: readonly number[] = [1280, 390, 320],
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
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
      // The dark theme is other colours and nothing else (web/src/ui/tokens.css), so all that it can break is what axe says of colours.
      const found = await findAccessibilityFaults(page, colorScheme === 'light' ? 'everything' : 'colors');
      expect({ name, width, colorScheme, found }).toEqual({ name, width, colorScheme, found: [] });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 860 });
}

import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findAccessibilityFaults } from './axe.ts';

/**
 * Holds the page as it stands against what every screen keeps: no horizontal scrolling at 1280, 390 and 320 px, and nothing axe finds in either
 * theme at the first two.
 */
export async function expectSoundPage(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const path = new URL(page.url()).pathname;
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 860 });
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect({ path, width, scrollWidth }).toEqual({ path, width, scrollWidth: width });
    if (width === 320) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await findAccessibilityFaults(page);
      expect({ path, width, colorScheme, found }).toEqual({ path, width, colorScheme, found: [] });
    }
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

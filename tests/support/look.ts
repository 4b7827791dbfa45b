import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findAccessibilityFaults } from './axe.ts';

/**
 * Looks at what a page shows now, on a desktop and a phone, in both themes: no accessibility fault, and no sideways scrolling down to 320 px.
 * @param name of the state that is looked at, for the message; its path where the page has no other state
 * @param widths where the state exists at all, in px; axe is asked above 320
 */
export async function lookAt(
  page: Page,
  name: string = new URL(page.url()).pathname,
  widths: readonly number[] = [1280, 390, 320],
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 });
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect({ name, width, scrollWidth }).toEqual({ name, width, scrollWidth: width });
    if (width === 320) continue;
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

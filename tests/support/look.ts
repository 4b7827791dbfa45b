import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findAccessibilityFaults } from './axe.ts';

/**
 * Looks at what a page shows now, in both themes, on a desktop and a phone: no accessibility fault, and no sideways scrolling down to 320 px.
 * @param name of the state that is looked at, for the message
 * @param widths where the state exists at all, in px; axe is asked above 320
 */
export async function lookAt(page: Page, name: string, widths: readonly number[] = [1280, 390, 320]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 });
    const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
      '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
    );
    expect({ name, width, scrollWidth }).toEqual({ name, width, scrollWidth: clientWidth });
    if (width > 320) await expectAccessible(page, { name, width });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 860 });
}

async function expectAccessible(page: Page, state: { name: string; width: number }): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await findAccessibilityFaults(page);
    expect({ ...state, colorScheme, found }).toEqual({ ...state, colorScheme, found: [] });
  }
}

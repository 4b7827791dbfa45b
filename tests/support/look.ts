import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** What axe finds, and what is wider than the window, in both themes on a phone and a desktop; each with where it was found. */
export async function findViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    const excess = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (excess > 0) found.push(`${width}: ${excess} px too wide`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations) {
        found.push(`${width} ${colorScheme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      }
    }
  }
  return found;
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * What axe finds on a page as it stands, each fault with where it is. In legacy mode, which opens no second page for every look; all it leaves out is the
 * inside of frames of other origins, and those are a vendor's.
 */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

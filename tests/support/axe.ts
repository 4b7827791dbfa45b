import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Axe's rules that compare colours, of those that run when none are named. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on a page as it stands, each fault with where it is. In legacy mode, which opens no second page for every look; all it leaves out is the
 * inside of frames of other origins, and those are a vendor's.
 */
export async function findAccessibilityFaults(
  page: Page,
  rules: 'everything' | 'colors' = 'everything',
): Promise<string[]> {
  // What passed is not gathered: that takes as long as the looking.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules === 'colors') axe.withRules(COLOR_RULES);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

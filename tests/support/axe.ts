import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Axe's default rules that compare colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's violations on the current page, with their elements. Legacy mode avoids opening a second page per
 * check; it only skips frames of other origins, which are the vendors'.
 */
export async function findAccessibilityFaults(
  page: Page,
  rules: 'everything' | 'colors' = 'everything',
): Promise<string[]> {
  // Collecting passed checks would take as long as the analysis.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules === 'colors') axe.withRules(COLOR_RULES);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright';

/** Minified, so that each document loads it in two thirds of the time. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Axe's default rules that compare colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's violations on the current page, with their elements. Frames are skipped, because they belong to
 * vendors. Axe is loaded once per document; `@axe-core/playwright` loads it for each check, which took longer than the
 * check itself.
 */
export async function findAccessibilityFaults(
  page: Page,
  rules: 'everything' | 'colors' = 'everything',
): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  // Collecting passed checks would take as long as the analysis. No default rule reads style sheets.
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    ...(rules === 'colors' && { runOnly: COLOR_RULES }),
  };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

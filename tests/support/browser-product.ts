import type { Browser } from 'playwright';
import type { DatabasePool } from 'slonik';
import { afterAll } from 'vitest';
import { openPool } from '#db/pool.ts';
import { openBrowser } from './browser.ts';
import { type RunningProduct, startProduct } from './product.ts';

/**
 * What the browser tests of a file stand on: the product without rate limits, a connection as the owner of its database, and a browser.
 * Waited for at the top of the file; everything ends with the file's last test.
 *
 * @param settings override what `npm start` would set
 */
export async function startBrowserProduct(
  settings: Record<string, string> = {},
): Promise<{ product: RunningProduct; pool: DatabasePool; browser: Browser }> {
  const product = await startProduct({
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_MAIL: 'off',
    RATE_LIMIT_GENERAL: 'off',
    ...settings,
  });
  // Hooks of the end run last one first: nothing stops under what stands on it.
  afterAll(product.stop, 30_000);
  const pool = await openPool(product.env['DATABASE_OWNER_URL'] ?? '', { maxConnections: 2 });
  afterAll(async () => await pool.end());
  const browser = await openBrowser();
  afterAll(async () => await browser.close());
  return { product, pool, browser };
}

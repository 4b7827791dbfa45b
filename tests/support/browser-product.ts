import type { Browser } from 'playwright';
import { createClient } from 'redis';
import type { DatabasePool } from 'slonik';
import { afterAll } from 'vitest';
import { createEncryption, type Encryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { sql } from '#db/sql.ts';
import { openBrowser, openTabIn, signIn, type Tab, type TabOptions } from './browser.ts';
import { type SeededUser, seedUser } from './builders.ts';
import { PATIENCE_MS } from './patience.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { startOnce } from './start-once.ts';
import { controlOf } from './vendor-control.ts';

const WITHOUT_RATE_LIMITS = {
  RATE_LIMIT_SIGN_IN: 'off',
  RATE_LIMIT_MAIL: 'off',
  RATE_LIMIT_MAIL_RECIPIENT: 'off',
  RATE_LIMIT_MAIL_SOURCE: 'off',
  RATE_LIMIT_GENERAL: 'off',
};

type BrowserProduct = {
  product: RunningProduct;
  pool: DatabasePool;
  browser: Browser;
  /** The product's. */
  encryption: Encryption;
  /** Opens an empty tab. */
  openTab: (options?: TabOptions) => Promise<Tab>;
  /** Opens a page of the app in a new tab, signed in as this user; null leaves the tab empty. */
  openAs: (email: string, path?: string | null, options?: TabOptions) => Promise<Tab>;
  /** Like `openAs`, with a new user. */
  openAsNew: (options?: NewUser, tabOptions?: TabOptions) => Promise<Tab & SeededUser>;
};
type NewUser = Parameters<typeof seedUser>[1] & { path?: string | null };

/**
 * Shared by the test files of a worker, which share imports (vitest.config.ts). Stopped at the end of the run
 * (removeState).
 */
const startShared = startOnce(start);

/**
 * Returns the product without rate limits, a connection as its database's owner, a browser, and functions that open
 * tabs in it. Await it at the top of a test file. Starting these takes seconds, so the files of a worker share them,
 * reset after each file. A file that passes settings gets its own product.
 * @param settings override those of `npm start`
 */
export async function startBrowserProduct(settings?: Record<string, string>): Promise<BrowserProduct> {
  if (settings) {
    const own = await start(settings);
    // Hooks run last to first, so that nothing stops before what depends on it.
    afterAll(own.product.stop);
    afterAll(async () => await own.pool.end());
    afterAll(async () => await own.browser.close());
    return own;
  }
  const started = await startShared();
  afterAll(async () => await renew(started));
  return started;
}

async function start(settings: Record<string, string> = {}): Promise<BrowserProduct> {
  const product = await startProduct({ ...WITHOUT_RATE_LIMITS, ...settings });
  const [pool, browser] = await Promise.all([
    openPool(product.env['DATABASE_OWNER_URL'] ?? '', { maxConnections: 2 }),
    openBrowser(),
  ]);
  const openTab = (options?: TabOptions) => openTabIn(browser, product.url, options);
  const openAs: BrowserProduct['openAs'] = async (email, path = '/app', options = {}) => {
    const tab = await openTab(options);
    await signIn(tab.page, email);
    if (path !== null) await tab.page.goto(path);
    return tab;
  };
  return {
    product,
    pool,
    browser,
    encryption: createEncryption(product.env['ENCRYPTION_KEYS'] ?? ''),
    openTab,
    openAs,
    openAsNew: async ({ path, ...options } = {}, tabOptions = {}) => {
      const user = await seedUser(pool, options);
      return { ...user, ...(await openAs(user.email, path, tabOptions)) };
    },
  };
}

/** Resets everything between files: pages, rows, Redis, and the vendors' accounts and emails. */
async function renew({ product, pool, browser }: BrowserProduct): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await emptyDatabase(pool);
  const socket = { connectTimeout: PATIENCE_MS };
  const redis = createClient({ url: product.env['REDIS_URL'] ?? '', socket });
  await redis.connect();
  await redis.flushDb();
  redis.destroy();
  const { google, microsoft, stripe, anthropic, ses, turnstile, messages } = product.sandbox;
  await Promise.all(
    [google, microsoft, stripe, anthropic, ses, turnstile, messages].map((url) => controlOf(url).post('reset')),
  );
}

async function emptyDatabase(pool: DatabasePool): Promise<void> {
  await pool.query(sql.typeAlias('void')`
    do $$
    declare tables text;
    begin
      select string_agg(format('%I.%I', schemaname, tablename), ', ') into tables
        from pg_tables where schemaname = 'public' and tablename <> 'migrations';
      execute 'truncate ' || tables || ' restart identity cascade';
    end $$
  `);
}

import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabasePool } from 'slonik';
import { afterAll } from 'vitest';
import { type ApiConfig, readConfig } from '#api/config.ts';
import { type RunningServer, startServer } from '#api/server.ts';
import { createEncryption, type Encryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { type SeededUser, seedUser, signIn, type UserOptions } from './builders.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { PATIENCE_MS } from './patience.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { claimPorts, createDatabase, redisUrl, type TestDatabase } from './services.ts';

export type TestApi = {
  url: string;
  config: ApiConfig;
  pool: DatabasePool;
  database: TestDatabase;
  encryption: Encryption;
  sandbox: Sandbox;
  server: RunningServer;
  /** Creates a client that is not signed in, or one with a copy of another's cookies. */
  client: (original?: HttpClient) => HttpClient;
  /** Seeds a user as `seedUser` does and signs in. */
  newUser: (options?: UserOptions) => Promise<SignedInUser>;
  close: () => Promise<void>;
};

export type SignedInUser = { user: SeededUser; client: HttpClient };

/** Starts the API like `startApi` and closes it after the file's tests. Call it at the top of a test file. */
export async function openTestApi(...options: Parameters<typeof startApi>): Promise<TestApi> {
  const api = await startApi(...options);
  afterAll(api.close);
  return api;
}

/**
 * Starts the API in this process with its own database, Redis and sandboxed vendors. By default, rate limits are
 * off and there is no workflow engine.
 * @param options.suggestionWaitMs how long a call waits for a suggestion, which no worker creates here
 */
export async function startApi(
  settings: Record<string, string> = {},
  { suggestionWaitMs = 0, mcpAnswerMs = 30_000 } = {},
): Promise<TestApi> {
  const [port, database, redis, sandbox] = await Promise.all([
    claimPorts(1),
    createDatabase(),
    redisUrl(),
    startSandbox(),
  ]);
  const read = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: database.databaseUrl,
    REDIS_URL: redis,
    // Nothing listens on the discard port; the API must start regardless.
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    GOOGLE_CLIENT_ID: 'sandbox-client',
    GOOGLE_CLIENT_SECRET: 'sandbox-secret',
    GOOGLE_BASE_URL: sandbox.google.url,
    MICROSOFT_CLIENT_ID: 'sandbox-client',
    MICROSOFT_CLIENT_SECRET: 'sandbox-secret',
    MICROSOFT_BASE_URL: sandbox.microsoft.url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    STRIPE_BASE_URL: sandbox.stripe.url,
    TURNSTILE_SITE_KEY: 'sandbox-site',
    TURNSTILE_SECRET_KEY: 'sandbox-secret',
    TURNSTILE_BASE_URL: sandbox.turnstile.url,
    SUPPORT_EMAIL: 'support@foreword.test',
    SALES_EMAIL: 'sales@foreword.test',
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_ACCOUNT: 'off',
    RATE_LIMIT_APP_CODE: 'off',
    RATE_LIMIT_MAIL: 'off',
    RATE_LIMIT_MAIL_RECIPIENT: 'off',
    RATE_LIMIT_MAIL_SOURCE: 'off',
    RATE_LIMIT_GENERAL: 'off',
    ...settings,
  });
  const config = { ...read, suggestionWaitMs, mcpAnswerMs };
  const pagesFolder = await createPagesFolder();
  const [pool, server] = await Promise.all([
    openPool(config.databaseUrl, { maxConnections: 4, acquireTimeoutMs: PATIENCE_MS }),
    startServer(config, pagesFolder),
  ]);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    config,
    pool,
    database,
    encryption: createEncryption(config.encryptionKeys),
    sandbox,
    server,
    client: (original) => createHttpClient(url, new Map(original?.cookies)),
    newUser: async (user) => {
      const seeded = await seedUser(pool, user);
      return { user: seeded, client: await signIn(createHttpClient(url), seeded) };
    },
    close: async () => {
      await server.close();
      await pool.end();
      await Promise.all([database.drop(), sandbox.close(), rm(pagesFolder, { recursive: true })]);
    },
  };
}

/** Writes pages as the build does; only how they are served matters here. Returns their folder. */
async function createPagesFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foreword-pages-'));
  const settings = '<script id="settings" type="application/json">__SETTINGS__</script>';
  const addresses = ['/', '/login', '/demo', '/auth/callback', '/reset-password/$token', '/app', '/app/meetings'];
  await Promise.all(['assets', '.pages'].map((name) => mkdir(join(folder, name))));
  await writeFile(join(folder, '.pages/addresses.json'), JSON.stringify(addresses));
  await writeFile(join(folder, 'assets/app-abc123.js'), 'export {};\n'.repeat(200));
  await writeFile(join(folder, 'index.html'), `<!doctype html><title>Foreword</title>${settings}<div id="root"></div>`);
  await writeFile(join(folder, '.pages/login.trial.html'), `<!doctype html>${settings}<main>trial</main>`);
  await writeFile(join(folder, '.pages/404.html'), `<!doctype html>${settings}<h1>Page not found</h1>`);
  const link = (href: string) => `<a class="link" href="${href}" target="_blank">Watch <svg></svg></a>`;
  await writeFile(join(folder, '.pages/demo.html'), `<p>${link('/pricing')}${link('__DEMO_VIDEO_URL__')}</p>`);
  return folder;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { startServer } from '#api/server.ts';
import { openPool } from '#db/pool.ts';
import { seedUser } from '#tests/support/builders.ts';
import { createDatabase, redisUrl, type TestDatabase } from '#tests/support/services.ts';
import { readConfig as readWorkerConfig } from '#workers/config.ts';

const journal = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(journal, { recursive: true }));

const real = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  PORT: '0',
  PUBLIC_URL: 'https://app.foreword.example',
  DATABASE_URL: 'postgres://app@127.0.0.1/foreword',
  REDIS_URL: 'redis://127.0.0.1:6379',
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  SESSION_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEYS: `key-1:${Buffer.alloc(32).toString('base64')}`,
  STRIPE_SECRET_KEY: 'sk_live_real',
  STRIPE_WEBHOOK_SECRET: 'whsec_real',
  GOOGLE_CLIENT_ID: 'real-id',
  GOOGLE_CLIENT_SECRET: 'real-secret',
  TURNSTILE_SITE_KEY: 'real-site',
  TURNSTILE_SECRET_KEY: 'real-secret',
  SUPPORT_EMAIL: 'support@foreword.example',
  SALES_EMAIL: 'sales@foreword.example',
  JOURNAL_DIR: journal,
};

describe('in the settings of the API', () => {
  test.each([
    ['STRIPE_SECRET_KEY', 'sk_test_sandbox'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'],
    ['GOOGLE_CLIENT_ID', 'sandbox-client'],
    ['STRIPE_SECRET_KEY', 'sk_test_51Hq'],
    ['STRIPE_SECRET_KEY', 'rk_test_51Hq'],
    ['TURNSTILE_SITE_KEY', 'sandbox-site'],
    ['TURNSTILE_SITE_KEY', '1x00000000000000000000AA'],
    ['TURNSTILE_SITE_KEY', '3x00000000000000000000FF'],
    ['TURNSTILE_SECRET_KEY', '1x0000000000000000000000000000000AA'],
    ['MESSAGES_BASE_URL', 'https://vendor.example'],
    ['GOOGLE_BASE_URL', 'http://vendor.example'],
    ['GOOGLE_BASE_URL', 'https://localhost:4001'],
    ['GOOGLE_BASE_URL', 'https://localhost.:4001'],
    ['MICROSOFT_BASE_URL', 'https://vendor.internal.'],
    ['STRIPE_BASE_URL', 'https://sandbox:4003'],
    ['STRIPE_BASE_URL', 'https://127.0.0.1:4003'],
    ['SES_BASE_URL', 'https://100.64.0.1'],
    ['SES_BASE_URL', 'https://100.127.255.254'],
    ['SES_BASE_URL', 'https://10.1.2.3'],
    ['MICROSOFT_BASE_URL', 'https://172.20.0.1'],
    ['TURNSTILE_BASE_URL', 'https://[::1]:4006'],
    ['TURNSTILE_BASE_URL', 'https://[::ffff:10.0.0.1]'],
    ['RATE_LIMIT_SIGN_IN', 'off'],
    ['RATE_LIMIT_MAIL_RECIPIENT', 'off'],
    ['PUBLIC_URL', 'http://app.foreword.example'],
    ['JOURNAL_DIR', ''],
  ])('attack 40: a production API refuses %s set to %j and mentions the setting', (name, value) => {
    expect(() => readConfig({ ...real, [name]: value })).toThrow(`  ${name}: `);
    const development = { ...real, [name]: value, NODE_ENV: 'development' };
    expect(readConfig(development).environment).toBe('development');
  });

  test('attack 40: a production API accepts real keys and vendor addresses', () => {
    for (const url of ['https://vendor.example', 'https://100.128.0.1', 'https://[2606:4700::1111]']) {
      expect(readConfig({ ...real, GOOGLE_BASE_URL: url }).environment).toBe('production');
    }
    const keys = { STRIPE_SECRET_KEY: 'rk_live_real', TURNSTILE_SECRET_KEY: '0x4AAAAAAA-real' };
    expect(readConfig({ ...real, ...keys }).environment).toBe('production');
  });
});

describe('in the settings of a worker', () => {
  const worker = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://app.foreword.example',
    DATABASE_URL: 'postgres://app@127.0.0.1/foreword',
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    ENCRYPTION_KEYS: real.ENCRYPTION_KEYS,
    GOOGLE_CLIENT_ID: 'real-id',
    GOOGLE_CLIENT_SECRET: 'real-secret',
    STRIPE_SECRET_KEY: 'sk_live_real',
    ANTHROPIC_API_KEY: 'sk-ant-real',
    SES_ACCESS_KEY_ID: 'real',
    SES_SECRET_ACCESS_KEY: 'real-secret',
    SES_REGION: 'eu-west-1',
    SES_FROM: 'Foreword <briefings@foreword.example>',
    SUPPORT_EMAIL: 'support@foreword.example',
    JOURNAL_DIR: journal,
  };

  test.each([
    ['ANTHROPIC_API_KEY', 'sk-ant-sandbox'],
    ['SES_ACCESS_KEY_ID', 'sandbox'],
    ['STRIPE_SECRET_KEY', 'sk_test_sandbox'],
    ['STRIPE_SECRET_KEY', 'rk_test_51Hq'],
    ['MESSAGES_BASE_URL', 'https://vendor.example'],
    ['GOOGLE_CLIENT_SECRET', 'sandbox-secret'],
    ['ANTHROPIC_BASE_URL', 'http://vendor.example'],
    ['SES_BASE_URL', 'https://127.0.0.1:4005'],
    ['PUBLIC_URL', 'http://app.foreword.example'],
    ['JOURNAL_DIR', ''],
  ])('attack 40: a production worker refuses %s set to %j and mentions the setting', (name, value) => {
    expect(() => readWorkerConfig({ ...worker, [name]: value })).toThrow(
      `The worker cannot start in production with these settings:\n  ${name}: `,
    );
    expect(readWorkerConfig({ ...worker, [name]: value, NODE_ENV: 'development' }).NODE_ENV).toBe('development');
  });

  test('attack 40: a production worker accepts real keys and ignores API-only settings', () => {
    const env = { ...worker, TURNSTILE_SITE_KEY: 'sandbox-site', RATE_LIMIT_GENERAL: 'off' };
    expect(readWorkerConfig(env).NODE_ENV).toBe('production');
  });
});

describe('the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(async () => {
    await database.drop();
  });

  test('attack 40: keeps a production API from starting if it contains demo accounts', async () => {
    const config = readConfig({ ...real, DATABASE_URL: database.databaseUrl, REDIS_URL: await redisUrl() });
    const server = await startServer(config);
    await server.close();
    const pool = await openPool(database.databaseUrl, { maxConnections: 1 });
    await seedUser(pool, { email: 'admin@foreword.test' });
    await pool.end();
    const started = startServer(config).then(async (running) => {
      await running.close();
      return 'started';
    });
    await expect(started).rejects.toThrow('admin@foreword.test');
  });
});

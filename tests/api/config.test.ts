import { describe, expect, test } from 'vitest';
import { readConfig } from '#api/config.ts';

const complete = {
  PUBLIC_URL: 'http://localhost:3000/',
  DATABASE_URL: 'postgres://app@127.0.0.1/foreword',
  REDIS_URL: 'redis://127.0.0.1:6379',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  SESSION_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEYS: `key-1:${Buffer.alloc(32).toString('base64')}`,
  STRIPE_SECRET_KEY: 'secret',
  STRIPE_WEBHOOK_SECRET: 'secret',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  TURNSTILE_SITE_KEY: 'site',
  TURNSTILE_SECRET_KEY: 'secret',
  SUPPORT_EMAIL: 'support@foreword.test',
  SALES_EMAIL: 'sales@foreword.test',
};

describe('readConfig', () => {
  test('lists every missing or blank setting in one message', () => {
    const read = () => readConfig({ ...complete, SESSION_SECRET: '', REDIS_URL: undefined, SALES_EMAIL: ' ' });
    expect(read).toThrow(/SESSION_SECRET is missing/);
    expect(read).toThrow(/REDIS_URL is missing/);
    expect(read).toThrow(/SALES_EMAIL is missing/);
  });

  test.each([
    ['SESSION_SECRET', 'tooshort-canary'],
    ['ENCRYPTION_KEYS', 'key:canary'],
    ['PUBLIC_URL', 'canary'],
    ['PUBLIC_URL', 'localhost:3000/canary'],
    ['PUBLIC_URL', 'http://localhost:3000/canary'],
    ['RATE_LIMIT_SIGN_IN', '3 per canary'],
    ['PORT', 'canary'],
    ['NODE_ENV', 'canary'],
  ])('refuses %s set to %j and mentions the setting but not its value', (name, value) => {
    const read = () => readConfig({ ...complete, [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow('canary');
  });

  test('leaves Microsoft off without its settings and refuses its secret without its client id', () => {
    expect(readConfig(complete).microsoft).toBeNull();
    const read = () => readConfig({ ...complete, MICROSOFT_CLIENT_SECRET: 'canary' });
    expect(read).toThrow(/MICROSOFT_CLIENT_ID is missing/);
    expect(read).not.toThrow('canary');
  });

  test.each([
    [{ PUBLIC_URL: 'https://foreword.example' }, true],
    [{ PUBLIC_URL: 'http://localhost:3000' }, false],
    [{ PUBLIC_URL: 'https://foreword.example', ADMIN_SECOND_FACTOR: 'optional' }, false],
    [{ PUBLIC_URL: 'http://localhost:3000', ADMIN_SECOND_FACTOR: 'required' }, true],
  ])('attack 51: with %o, requires a second factor for admins: %s', (given, isRequired) => {
    expect(readConfig({ ...complete, ...given }).isAdminFactorRequired).toBe(isRequired);
  });

  test('applies the defaults of optional settings', () => {
    const config = readConfig(complete);
    expect(config).toMatchObject({
      publicUrl: 'http://localhost:3000',
      port: 3000,
      host: '127.0.0.1',
      sessionCookie: 'foreword-3000',
      isHttps: false,
      trustProxy: 0,
      google: { baseUrl: null },
      demoVideoUrl: null,
      limits: {
        signIn: { max: 3, windowS: 10 },
        account: { max: 10, windowS: 900 },
        mail: { max: 3, windowS: 60 },
        general: { max: 100, windowS: 60 },
      },
    });
  });
});

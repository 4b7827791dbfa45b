import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { neededPorts, planLocalStack, readUserSettings, withoutSettings } from '#scripts/stack/settings.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();

describe('planLocalStack', () => {
  test('runs everything locally with sandboxed vendors by default', () => {
    const stack = planLocalStack({ STATE_DIR: folder() });
    expect(stack.runsHere).toEqual({ postgres: true, redis: true, temporal: true });
    expect(stack.env).toMatchObject({
      PORT: '3000',
      PUBLIC_URL: 'http://localhost:3000',
      GOOGLE_BASE_URL: 'http://127.0.0.1:4001',
      GOOGLE_CLIENT_ID: 'sandbox-client',
      ANTHROPIC_API_KEY: 'sk-ant-sandbox',
      TURNSTILE_SITE_KEY: 'sandbox-site',
      SANDBOX_VENDORS: 'google,microsoft,stripe,anthropic,ses,turnstile,messages',
    });
    expect(neededPorts(stack, false)).toContain('sandboxConsole');
    expect(stack.env['NODE_ENV']).toBeUndefined();
  });

  test('uses the real vendor when its keys are set', () => {
    const stack = planLocalStack({ STATE_DIR: folder(), ANTHROPIC_API_KEY: 'sk-ant-real' });
    expect(stack.env['ANTHROPIC_BASE_URL']).toBeUndefined();
    expect(stack.env['ANTHROPIC_API_KEY']).toBe('sk-ant-real');
    expect(stack.env['SANDBOX_VENDORS']).toBe('google,microsoft,stripe,ses,turnstile,messages');
    expect(neededPorts(stack, false)).not.toContain('anthropic');
    expect(stack.vendors.real).toEqual([{ name: 'anthropic', keys: ['ANTHROPIC_API_KEY'] }]);
  });

  test('listens on the configured ports', () => {
    const stack = planLocalStack({ STATE_DIR: folder(), PORT: '8080', WORKER_PORT: '9464' });
    expect(stack.ports).toMatchObject({ product: 8080, worker: 9464 });
  });

  test("reports the missing key when a vendor's keys are incomplete", () => {
    expect(() => planLocalStack({ STATE_DIR: folder(), GOOGLE_CLIENT_ID: 'mine' })).toThrow(
      /GOOGLE_CLIENT_SECRET is missing.*Set all of GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET/,
    );
  });

  test('treats an empty setting as unset', () => {
    const stack = planLocalStack({ STATE_DIR: folder(), GOOGLE_CLIENT_ID: '', PORT: '', REDIS_URL: '', LOG_LEVEL: '' });
    expect(stack.env).toMatchObject({ GOOGLE_CLIENT_ID: 'sandbox-client', PORT: '3000', LOG_LEVEL: 'info' });
    expect(stack.runsHere.redis).toBe(true);
  });

  test('does not start services configured elsewhere', () => {
    const stack = planLocalStack({
      STATE_DIR: folder(),
      TEMPORAL_ADDRESS: 'engine.internal:7233',
      REDIS_URL: 'redis://elsewhere',
      DATABASE_URL: 'postgres://elsewhere/app',
      DATABASE_OWNER_URL: 'postgres://elsewhere/owner',
    });
    expect(stack.runsHere).toEqual({ postgres: false, redis: false, temporal: false });
    expect(neededPorts(stack, false)).not.toContain('temporal');
    expect(stack.env['TEMPORAL_ADDRESS']).toBe('engine.internal:7233');
  });

  test('uses a Temporal Cloud key only with an address', () => {
    const keyWith = (address: string) =>
      planLocalStack({ STATE_DIR: folder(), TEMPORAL_API_KEY: 'key', TEMPORAL_ADDRESS: address }).env[
        'TEMPORAL_API_KEY'
      ];
    expect(keyWith('')).toBeUndefined();
    expect(keyWith('name.account.tmprl.cloud:7233')).toBe('key');
  });

  test('reports the missing setting when a database has no owner URL', () => {
    expect(() => planLocalStack({ STATE_DIR: folder(), DATABASE_URL: 'postgres://x' })).toThrow(
      /DATABASE_OWNER_URL is missing/,
    );
  });

  test('generates secrets once, readable only by their owner', () => {
    const first = planLocalStack({ STATE_DIR: folder() });
    const second = planLocalStack({ STATE_DIR: folder() });
    expect(second.env['SESSION_SECRET']).toBe(first.env['SESSION_SECRET']);
    expect(first.env['ENCRYPTION_KEYS']).toMatch(/^local-1:[A-Za-z0-9+/]{43}=$/);
    expect(statSync(join(folder(), 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('throws on corrupt secrets instead of replacing them', () => {
    planLocalStack({ STATE_DIR: folder() });
    writeFileSync(join(folder(), 'secrets.json'), '{"SESSION_SEC');
    expect(() => planLocalStack({ STATE_DIR: folder() })).toThrow(/secrets\.json is damaged/);
    expect(readFileSync(join(folder(), 'secrets.json'), 'utf8')).toBe('{"SESSION_SEC');
  });
});

describe('readUserSettings', () => {
  test('prefers the environment over .env', () => {
    writeFileSync(join(folder(), '.env'), 'PORT=4321\nSES_FROM="A <a@b.test>"\n# a comment\n');
    expect(readUserSettings(folder(), { PORT: '1234' })).toEqual({ PORT: '1234', SES_FROM: 'A <a@b.test>' });
  });

  test('uses only the environment when there is no .env', () => {
    expect(readUserSettings(folder(), { PORT: '1' })).toEqual({ PORT: '1' });
  });
});

test('withoutSettings removes the settings of the product and its vendors', () => {
  expect(
    withoutSettings({
      PATH: '/bin',
      GOOGLE_CLIENT_SECRET: 'real',
      ANTHROPIC_API_KEY: 'real',
      DATABASE_URL: 'mine',
      PORT_OFFSET: '7',
      HOST: '0.0.0.0',
      RATE_LIMIT_GENERAL: '1/60',
      WORKER_QUEUES: 'email',
      SANDBOX_VENDORS: 'ses',
      CONTRACT_GOOGLE_TOKEN: 'kept',
    }),
  ).toEqual({ PATH: '/bin', CONTRACT_GOOGLE_TOKEN: 'kept' });
});

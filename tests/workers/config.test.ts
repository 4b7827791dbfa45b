import { expect, test } from 'vitest';
import { readConfig } from '#workers/config.ts';

const env = {
  PUBLIC_URL: 'http://localhost:3000/',
  DATABASE_URL: 'postgres://localhost/foreword',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  ENCRYPTION_KEYS: `key:${Buffer.alloc(32).toString('base64')}`,
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'hidden-value',
  STRIPE_SECRET_KEY: 'hidden-value',
  ANTHROPIC_API_KEY: 'hidden-value',
  SES_ACCESS_KEY_ID: 'key',
  SES_SECRET_ACCESS_KEY: 'hidden-value',
  SES_REGION: 'eu-west-1',
  SES_FROM: 'Foreword <briefings@foreword.test>',
  SUPPORT_EMAIL: 'support@foreword.test',
};

test('empty settings default to real vendors and all queues', () => {
  const config = readConfig({ ...env, GOOGLE_BASE_URL: '', WORKER_QUEUES: '', SYNC_INTERVAL_S: ' ', LOG_LEVEL: '' });
  expect(config).toMatchObject({
    GOOGLE_BASE_URL: null,
    SES_BASE_URL: null,
    MESSAGES_BASE_URL: null,
    PUBLIC_URL: 'http://localhost:3000',
    SYNC_INTERVAL_S: 900,
    WORKER_SHUTDOWN_GRACE_S: 30,
    LOG_LEVEL: 'info',
    WORKER_QUEUES: ['core', 'sync', 'sync-microsoft', 'research', 'email', 'billing', 'webhook', 'chat'],
  });
});

test('prices must be three numbers, and the cost cap a positive number', () => {
  expect(readConfig(env)).toMatchObject({ ANTHROPIC_PRICES: null, RESEARCH_COST_CAP_USD: 0.5 });
  const config = readConfig({ ...env, ANTHROPIC_PRICES: '1,5,10.5', RESEARCH_COST_CAP_USD: '0.25' });
  expect(config.ANTHROPIC_PRICES).toEqual({ input: 1, output: 5, search: 10.5 });
  expect(config.RESEARCH_COST_CAP_USD).toBe(0.25);
  for (const wrong of [{ ANTHROPIC_PRICES: '3 and 15' }, { RESEARCH_COST_CAP_USD: '0' }])
    expect(() => readConfig({ ...env, ...wrong })).toThrow(Object.keys(wrong)[0]);
});

test('a worker can serve a subset of the queues', () => {
  expect(readConfig({ ...env, WORKER_QUEUES: 'sync, email' }).WORKER_QUEUES).toEqual(['sync', 'email']);
});

test('an error lists all missing or invalid settings without revealing secrets', () => {
  const broken = {
    ...env,
    GOOGLE_CLIENT_ID: undefined,
    SES_REGION: '',
    WORKER_QUEUES: 'core,mail',
    PUBLIC_URL: 'here',
  };
  const failure = () => readConfig(broken);
  expect(failure).toThrow(/GOOGLE_CLIENT_ID is missing/);
  expect(failure).toThrow(/SES_REGION is missing/);
  expect(failure).toThrow(/WORKER_QUEUES is invalid/);
  expect(failure).toThrow(/PUBLIC_URL is invalid/);
  expect(failure).not.toThrow(/hidden-value/);
});

test.each([
  ['Foreword <briefings@foreword.test>', 'Foreword', 'briefings@foreword.test'],
  ['briefings@foreword.test', '', 'briefings@foreword.test'],
  ['<Briefings@foreword.test>', '', 'Briefings@foreword.test'],
  ['Vörwort, Inc. <briefings@foreword.test>', 'Vörwort, Inc.', 'briefings@foreword.test'],
  ['"Foreword @ Harborline" <briefings@xn--frwort-wxa.test>', 'Foreword @ Harborline', 'briefings@xn--frwort-wxa.test'],
])('the sender %s is one mailbox', (text, name, address) => {
  expect(readConfig({ ...env, SES_FROM: text }).SES_FROM).toEqual({ name, address });
});

test.each([
  'Foreword',
  'Foreword <briefings>',
  'Foreword <briefings@vörwort.test>',
  'briefíngs@foreword.test',
  'a@foreword.test, b@foreword.test',
  'A <a@foreword.test>, B <b@foreword.test>',
  'Foreword\r\nBcc: <eve@evil.test>',
])('the sender %j is rejected', (text) => {
  expect(() => readConfig({ ...env, SES_FROM: text })).toThrow(/SES_FROM is invalid: must be one sender/);
});

test('Microsoft is optional but needs both keys', () => {
  expect(readConfig(env).MICROSOFT_CLIENT_ID).toBeUndefined();
  expect(() => readConfig({ ...env, MICROSOFT_CLIENT_ID: 'client' })).toThrow(/MICROSOFT_CLIENT_SECRET is missing/);
});

test.each([
  ['PUBLIC_URL', 'ftp://foreword.example'],
  ['PUBLIC_URL', 'https://foreword.example/app'],
  ['ENCRYPTION_KEYS', 'key:c2VjcmV0'],
  ['SUPPORT_EMAIL', 'nobody'],
])('%s set to %j is rejected', (name, value) => {
  expect(() => readConfig({ ...env, [name]: value })).toThrow(`${name} is invalid`);
});

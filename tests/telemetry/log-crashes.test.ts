import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { workerSettings } from '#tests/support/worker-process.ts';

const run = promisify(execFile);
const CANARY = 'canary@harborline.test';

/** Nothing listens on the discard port, so the process waits for its database. */
const settings = {
  ...workerSettings,
  NODE_ENV: 'test',
  PUBLIC_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://app@127.0.0.1:9/foreword',
  REDIS_URL: 'redis://127.0.0.1:9',
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  SESSION_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  TURNSTILE_SITE_KEY: 'sandbox-site',
  TURNSTILE_SECRET_KEY: 'sandbox-secret',
  SALES_EMAIL: 'sales@foreword.test',
};

/** Makes the process fail with an unhandled rejection, once it has started. */
const FAIL = `
  const at = Date.now();
  const timer = setInterval(() => {
    if (process.listenerCount('uncaughtException') === 0 && Date.now() - at < 90_000) return;
    clearInterval(timer);
    const error = new Error('${CANARY}', { cause: new Error('${CANARY}') });
    Promise.reject(Object.assign(error, { row: { email: '${CANARY}' }, values: ['${CANARY}'] }));
  }, 100);
`;

test.each(['api/server.ts', 'workers/worker.ts'])(
  'attack 53: %s logs its crash without the data quoted in the error',
  async (script) => {
    const node = ['--import', `data:text/javascript,${encodeURIComponent(FAIL)}`, join(repositoryRoot, script)];
    const crash = await run(process.execPath, node, { env: { ...process.env, ...settings } }).catch(
      (error: unknown) => error,
    );
    expect(crash).toMatchObject({ code: 1, stdout: expect.stringContaining('the process crashed') });
    expect(JSON.stringify(crash)).not.toContain(CANARY);
  },
);

import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { apiProcess, sandboxProcess, seedEnvironment, viteProcess, workerProcess } from '#scripts/stack/product.ts';
import { planLocalStack } from '#scripts/stack/settings.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();

describe('the shutdown grace', () => {
  test.each([
    ['the worker', workerProcess, 'WORKER_SHUTDOWN_GRACE_S'],
    ['the API', apiProcess, 'API_SHUTDOWN_GRACE_S'],
  ])('stays below the kill timeout of %s, whatever the user sets', (_, plan, setting) => {
    const stack = planLocalStack({ STATE_DIR: folder(), [setting]: '600' });
    const { env, stopTimeoutMs } = plan(stack, 'built');
    expect(Number(env?.[setting]) * 1000).toBeLessThanOrEqual(stopTimeoutMs - 2000);
  });
});

describe.each(['127.0.0.2', '0.0.0.0'])('when listening on %s', (host) => {
  async function listen(status: number): Promise<number> {
    const server = createServer((_, response) => void response.writeHead(status).end()).listen(0, host);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return z.object({ port: z.number() }).parse(server.address()).port;
  }

  test.each([
    [200, true],
    [503, false],
  ])('the API that answers there with %d is ready: %s', async (status, isReady) => {
    const stack = planLocalStack({ STATE_DIR: folder(), HOST: host, PORT: String(await listen(status)) });
    expect(await apiProcess(stack, 'built').isReady('')).toBe(isReady);
  });

  test.each([
    [200, true],
    [503, false],
  ])('the worker that answers there with %d, having logged nothing, is ready: %s', async (status, isReady) => {
    const stack = planLocalStack({ STATE_DIR: folder(), WORKER_HOST: host, PORT: String((await listen(status)) - 2) });
    expect(await workerProcess(stack, 'built').isReady('')).toBe(isReady);
  });
});

describe('the environment has only the settings read by', () => {
  const given = { PATH: '/bin', SESSION_SECRET: 's'.repeat(32), ENCRYPTION_KEYS: 'k', SOMEBODY_ELSES_TOKEN: 'secret' };
  const plan = () => planLocalStack({ ...given, STATE_DIR: folder() });

  test.each([
    [
      'the API',
      apiProcess,
      ['SESSION_SECRET', 'ENCRYPTION_KEYS', 'TURNSTILE_SECRET_KEY'],
      ['ANTHROPIC_API_KEY', 'SES_SECRET_ACCESS_KEY'],
    ],
    [
      'the worker',
      workerProcess,
      ['ENCRYPTION_KEYS', 'ANTHROPIC_API_KEY', 'SES_SECRET_ACCESS_KEY'],
      ['SESSION_SECRET', 'TURNSTILE_SECRET_KEY', 'REDIS_URL'],
    ],
    [
      'the sandbox',
      sandboxProcess,
      ['SANDBOX_STATE_DIR'],
      ['SESSION_SECRET', 'ENCRYPTION_KEYS', 'DATABASE_URL', 'REDIS_URL'],
    ],
    [
      'Vite',
      viteProcess,
      ['TURNSTILE_SITE_KEY', 'API_PORT'],
      ['SESSION_SECRET', 'ENCRYPTION_KEYS', 'DATABASE_URL', 'TURNSTILE_SECRET_KEY'],
    ],
  ])('%s', (_, process, its, others) => {
    const names = Object.keys(process(plan(), 'built').env ?? {});
    expect(names).toEqual(expect.arrayContaining(['PATH', ...its]));
    for (const name of [...others, 'DATABASE_OWNER_URL', 'SOMEBODY_ELSES_TOKEN']) expect(names).not.toContain(name);
  });

  test('the seed, without owner access to the database', () => {
    const names = Object.keys(seedEnvironment(plan()));
    expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'SANDBOX_VENDORS']));
    for (const name of ['DATABASE_OWNER_URL', 'SESSION_SECRET']) expect(names).not.toContain(name);
  });
});

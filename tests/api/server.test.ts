import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { signInEmail } from '#api/contract/auth.ts';
import { startServer } from '#api/server.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { PASSWORD, seedUser } from '#tests/support/builders.ts';

let api: TestApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

describe('the server', () => {
  test('finishes what is under way when it is stopped, and takes nothing new', async () => {
    const running = await startApi();
    const { email } = await seedUser(running.pool);
    // Two passwords are hashed at a time: when the first answer is here, most of the others wait inside.
    const calls = Array.from({ length: 20 }, () =>
      running.client().call(signInEmail, { body: { email, password: PASSWORD } }),
    );
    await Promise.race(calls);
    const [answers] = await Promise.all([Promise.all(calls), running.close()]);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    await expect(running.client().request('GET', '/health')).rejects.toThrow('fetch failed');
  });

  test('says which port is taken', async () => {
    api = await startApi();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(startServer({ ...api.config, port })).rejects.toThrow(
      `EADDRINUSE: address already in use 127.0.0.1:${port}`,
    );
    other.close();
  });
});

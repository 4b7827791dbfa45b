import zlib from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestApi } from '#tests/support/api.ts';
import { listStatements } from '#tests/support/count-statements.ts';

const TIMES = 20;

const api = await openTestApi();

const getOften = async (path: string, encoding = 'identity') =>
  await Promise.all(
    Array.from({ length: TIMES }, () =>
      api.client().request('GET', path, { headers: { 'accept-encoding': encoding } }),
    ),
  );

test.each(['br', 'gzip'])(
  'attack 65: with %s, pages and scripts are compressed once, however often they are requested',
  async (encoding) => {
    const compress = vi.spyOn(zlib, encoding === 'br' ? 'brotliCompress' : 'gzip');
    onTestFinished(() => compress.mockRestore());
    for (const path of ['/login', '/assets/app-abc123.js', '/no/such/page']) {
      const before = compress.mock.calls.length;
      const answers = [...(await getOften(path, encoding)), ...(await getOften(`${path}?again`, encoding))];
      expect(new Set(answers.map(({ headers }) => headers.get('content-encoding')))).toEqual(new Set([encoding]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(compress.mock.calls.length - before).toBe(1);
    }
  },
);

test('attack 65: a client that accepts neither br nor gzip gets the same content', async () => {
  const [plain] = await getOften('/assets/app-abc123.js');
  const [packed] = await getOften('/assets/app-abc123.js', 'br');
  expect([plain?.headers.get('content-encoding'), packed?.headers.get('content-encoding')]).toEqual([null, 'br']);
  expect(plain?.text).toBe(packed?.text);
  expect([plain, packed].map((answer) => answer?.headers.get('vary'))).toEqual(['Accept-Encoding', 'Accept-Encoding']);
});

test('attack 65: concurrent readiness requests share one check', async () => {
  const countChecks = async () =>
    (await listStatements(() => getOften('/ready'))).filter((text) => text === 'select').length;
  // Checks are kept for a second, so the count is zero if `listStatements` repeats its run sooner.
  await expect.poll(countChecks, { interval: 300 }).toBe(1);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startVendor } from '#sandbox/start-vendor.ts';
import { createTurnstile } from '#sandbox/turnstile/turnstile.ts';
import { readKeys } from '#tests/contract/settings.ts';

type Session = { url: string; secret: string; close: () => Promise<void> };
type Target = { name: string; open: () => Promise<Session> };

const keys = readKeys('CONTRACT_TURNSTILE_SECRET_KEY');

const sandbox: Target = {
  name: 'sandbox',
  open: async () => {
    const { url, close } = await startVendor(createTurnstile);
    return { url, secret: 'sandbox-secret', close };
  },
};
const real: Target[] = keys
  ? [
      {
        name: 'Cloudflare',
        open: async () => ({
          url: 'https://challenges.cloudflare.com',
          secret: keys.CONTRACT_TURNSTILE_SECRET_KEY,
          close: async () => {},
        }),
      },
    ]
  : [];

/** Uses the documented dummy secrets, and a real secret only for refusals, so that no challenge has to be solved. */
describe.each([sandbox, ...real])('Turnstile siteverify, $name', ({ open }) => {
  const dummyToken = 'XXXX.DUMMY.TOKEN.XXXX';
  let session: Session;

  beforeAll(async () => {
    session = await open();
  });
  afterAll(() => session.close());

  test.each([
    ['always passes', '1x0000000000000000000000000000000AA', true, []],
    ['always fails', '2x0000000000000000000000000000000AA', false, ['invalid-input-response']],
    ['reports every token as spent', '3x0000000000000000000000000000000AA', false, ['timeout-or-duplicate']],
  ])('honours the dummy secret that %s', async (_what, secret, success, codes) => {
    expect(await ask({ secret, response: dummyToken })).toMatchObject({ success, 'error-codes': codes });
  });

  test('reports missing or invalid inputs', async () => {
    const { secret } = session;
    expect(await ask({ response: dummyToken })).toMatchObject(refused('missing-input-secret'));
    expect(await ask({ secret: 'nonsense', response: dummyToken })).toMatchObject(refused('invalid-input-secret'));
    expect(await ask({ secret })).toMatchObject(refused('missing-input-response'));
    expect(await ask({ secret, response: 'nonsense' })).toMatchObject(refused('invalid-input-response'));
    expect(await ask({ secret, response: dummyToken })).toMatchObject(refused('invalid-input-response'));
  });

  test('accepts multipart forms and JSON as well', async () => {
    const asked = { secret: '1x0000000000000000000000000000000AA', response: dummyToken };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(asked)) multipart.set(name, value);
    const json = { 'content-type': 'application/json' };
    expect(await post(multipart)).toMatchObject({ success: true });
    expect(await post(JSON.stringify(asked), json)).toMatchObject({ success: true });
  });

  function ask(fields: Record<string, string>): Promise<unknown> {
    return post(new URLSearchParams(fields));
  }

  async function post(
    body: URLSearchParams | FormData | string,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const answer = await fetch(`${session.url}/turnstile/v0/siteverify`, { method: 'POST', body, headers });
    return answer.json();
  }
});

function refused(code: string) {
  return { success: false, 'error-codes': [code] };
}

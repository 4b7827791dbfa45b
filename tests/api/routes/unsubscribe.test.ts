import { describe, expect, test } from 'vitest';
import { getUnsubscription, unsubscribe } from '#contract/unsubscribe.ts';
import { findUser } from '#db/queries/users.ts';
import { sql } from '#db/sql.ts';
import { sealUnsubscribeToken } from '#db/unsubscribe-token.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedUser } from '#tests/support/builders.ts';

const api = await openTestApi();

const look = (token: string) => api.client().call(getUnsubscription, { query: { token } });
const leave = (token: unknown) => api.client().call(unsubscribe, { body: { token } });
const isNotified = async (userId: string) => (await findUser(api.pool, userId))?.emailNotifications;

describe('the unsubscribe link in briefings and digests', () => {
  test('shows the address when opened; unsubscribes on confirm, idempotently', async () => {
    const { id, email } = await seedUser(api.pool);
    const token = sealUnsubscribeToken(api.encryption, 'briefings', id);
    expect((await look(token)).body.data).toEqual({ email });
    expect(await isNotified(id)).toBe(true);
    for (let count = 0; count < 2; count += 1) {
      const answer = await leave(token);
      expect([answer.status, answer.body.message]).toEqual([
        200,
        `${email} will no longer receive briefings or digests. You can turn them back on in your profile.`,
      ]);
      expect(await isNotified(id)).toBe(false);
    }
  });

  test('returns the same 400 for invalid, foreign and closed-account tokens', async () => {
    const { id, email } = await seedUser(api.pool);
    const token = sealUnsubscribeToken(api.encryption, 'briefings', id);
    const closing = await seedUser(api.pool);
    await api.pool.query(sql.typeAlias('void')`update users set disabled_at = now() where id = ${closing.id}`);
    const dead = [
      'x',
      id,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.replace(/^v1\.[^.]+/, 'v1.unknown'),
      sealUnsubscribeToken(api.encryption, 'newsletter', id),
      sealUnsubscribeToken(api.encryption, 'newsletter', email),
      sealUnsubscribeToken(api.encryption, 'briefings', closing.id),
      sealUnsubscribeToken(api.encryption, 'briefings', crypto.randomUUID()),
    ];
    const answers = await Promise.all(dead.flatMap((attempt) => [look(attempt), leave(attempt)]));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code} ${body.message}`))).toEqual(
      new Set(['400 BAD_REQUEST Invalid unsubscribe link.']),
    );
    expect(await isNotified(id)).toBe(true);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  confirmNewsletter,
  getNewsletterConfirmation,
  getNewsletterUnsubscription,
  subscribeToNewsletter,
  unsubscribeFromNewsletter,
} from '#contract/newsletter.ts';
import { sql } from '#db/sql.ts';
import { sealUnsubscribeToken } from '#db/unsubscribe-token.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, readMailToken } from '#tests/support/builders.ts';
import { getBotToken } from '#tests/support/google-sign-in.ts';

const api = await openTestApi();
beforeEach(async () => {
  await api.pool.query(sql.typeAlias('void')`delete from newsletter_subscriptions`);
  await api.pool.query(sql.typeAlias('void')`delete from emails`);
});

const READER = 'ines@brightwater.test';
const subscribe = async (email: unknown = READER) =>
  await api.client().call(subscribeToNewsletter, {
    body: { email },
    headers: { 'X-Turnstile-Token': await getBotToken(api, 'newsletter') },
  });
const readToken = () => readMailToken(api.pool, api.encryption, { to: READER, kind: 'newsletter-confirm' });
const confirm = (token: unknown) => api.client().call(confirmNewsletter, { body: { token } });
const look = (token: string) => api.client().call(getNewsletterConfirmation, { query: { token } });
const listSubscriptions = async () =>
  await api.pool.any(sql.type(z.object({ email: z.string(), isConfirmed: z.boolean() }))`
    select email, confirmed_at is not null as "isConfirmed" from newsletter_subscriptions order by email
  `);
/** Returns the number of confirmation emails queued for sending. */
const countMails = async () => {
  const mails = await api.pool.any(sql.typeAlias('id')`select id from emails where kind = 'newsletter-confirm'`);
  const waiting = JSON.stringify(await listOutbox(api.pool));
  return mails.filter(({ id }) => waiting.includes(id)).length;
};
const age = async (column: 'requested_at' | 'token_expires_at', interval: string) =>
  await api.pool.query(sql.typeAlias('void')`
    update newsletter_subscriptions set ${sql.identifier([column])} = now() - ${interval}::interval
  `);

describe('POST /newsletter', () => {
  test('emails a link and does not subscribe anyone before confirmation', async () => {
    const answer = await subscribe('Ines@Brightwater.test');
    expect(answer.status).toBe(200);
    expect(await listSubscriptions()).toEqual([{ email: READER, isConfirmed: false }]);
    expect(await countMails()).toBe(1);
    const stored = await api.pool.one(sql.type(z.object({ dump: z.string() }))`
      select newsletter_subscriptions::text || emails::text as dump from newsletter_subscriptions, emails
    `);
    expect(stored.dump).not.toContain(await readToken());
  });

  test('responds identically for new, pending and confirmed addresses, and emails once', async () => {
    const first = await subscribe();
    const waiting = await subscribe();
    expect((await confirm(await readToken())).status).toBe(200);
    await age('requested_at', '2 hours');
    const confirmed = await subscribe();
    for (const answer of [waiting, confirmed]) {
      expect([answer.status, answer.text]).toEqual([200, first.text]);
    }
    expect(await countMails()).toBe(1);
    expect(await listSubscriptions()).toEqual([{ email: READER, isConfirmed: true }]);
  });

  test('when repeated after an hour, emails a new link and invalidates the old one', async () => {
    await subscribe();
    const old = await readToken();
    await age('requested_at', '61 minutes');
    await subscribe();
    expect(await countMails()).toBe(2);
    expect((await confirm(old)).status).toBe(400);
    expect((await confirm(await readToken())).status).toBe(200);
  });
});

describe("the newsletter's confirmation link", () => {
  test('shows the address without confirming it when opened', async () => {
    await subscribe();
    const token = await readToken();
    const before = await look(token);
    expect([before.status, before.body.data]).toEqual([200, { email: READER, isConfirmed: false }]);
    expect(await listSubscriptions()).toEqual([{ email: READER, isConfirmed: false }]);
    await confirm(token);
    expect((await look(token)).body.data).toEqual({ email: READER, isConfirmed: true });
  });

  test('confirms under 40 concurrent requests and again after expiry', async () => {
    await subscribe();
    const token = await readToken();
    const answers = await Promise.all(Array.from({ length: 40 }, () => confirm(token)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await age('token_expires_at', '1 day');
    expect((await confirm(token)).status).toBe(200);
  });

  test('returns 400 after it expires', async () => {
    await subscribe();
    const token = await readToken();
    await age('token_expires_at', '1 second');
    expect([(await look(token)).status, (await confirm(token)).status]).toEqual([400, 400]);
    expect(await listSubscriptions()).toEqual([{ email: READER, isConfirmed: false }]);
  });

  test.each([
    ['forged', 'x'.repeat(43)],
    ['empty', ''],
    ['overlong', 'x'.repeat(201)],
    ['malformed', '\0\uD800'],
  ])('returns 400 if %s', async (_, token) => {
    expect((await look(token)).status).toBe(400);
    expect((await confirm(token)).status).toBe(400);
  });
});

describe('the unsubscribe link of newsletter emails', () => {
  const lookAway = (token: string) => api.client().call(getNewsletterUnsubscription, { query: { token } });
  const leave = (token: unknown) => api.client().call(unsubscribeFromNewsletter, { body: { token } });

  test('shows the address when opened; unsubscribes on confirm, idempotently', async () => {
    await subscribe();
    await confirm(await readToken());
    const token = sealUnsubscribeToken(api.encryption, 'newsletter', READER);
    expect((await lookAway(token)).body.data).toEqual({ email: READER });
    expect(await listSubscriptions()).toHaveLength(1);
    for (let count = 0; count < 2; count += 1) {
      const answer = await leave(token);
      expect([answer.status, answer.body.message]).toEqual([200, `${READER} will no longer receive the newsletter.`]);
      expect(await listSubscriptions()).toEqual([]);
    }
  });

  test('unsubscribes again after a resubscription and shows very long addresses', async () => {
    const token = sealUnsubscribeToken(api.encryption, 'newsletter', READER);
    await subscribe();
    await leave(token);
    await subscribe();
    expect(await listSubscriptions()).toHaveLength(1);
    await leave(token);
    expect(await listSubscriptions()).toEqual([]);
    const long = `${'x'.repeat(240)}@b.test`;
    expect((await lookAway(sealUnsubscribeToken(api.encryption, 'newsletter', long))).body.data).toEqual({
      email: long,
    });
  });

  test('returns 400 if forged, without unsubscribing anyone', async () => {
    await subscribe();
    const token = sealUnsubscribeToken(api.encryption, 'newsletter', READER);
    const forged = [
      '',
      'x',
      READER,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      api.encryption.encrypt(READER, 'another owner'),
      token.replace(/^v1\.[^.]+/, 'v1.unknown'),
      'x'.repeat(1001),
      '\0\uD800',
    ];
    for (const attempt of forged) {
      expect([(await lookAway(attempt)).status, (await leave(attempt)).status]).toEqual([400, 400]);
    }
    expect(await listSubscriptions()).toHaveLength(1);
  });
});

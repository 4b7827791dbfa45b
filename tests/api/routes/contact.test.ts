import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sendContact } from '#contract/contact.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox } from '#tests/support/builders.ts';
import { getBotToken } from '#tests/support/google-sign-in.ts';
import type { Answer } from '#tests/support/http-client.ts';

const api = await openTestApi();
beforeEach(async () => {
  await api.pool.query(sql.typeAlias('void')`delete from emails`);
});

const inquiry = {
  name: 'Ines Marlow',
  email: 'ines@brightwater.test',
  phone: '+1 (555) 010-9999',
  inquiryType: 'sales',
  message: 'We are forty people.\r\nWhat would it cost?',
  website: '',
};
const mailRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  toAddress: z.string(),
  state: z.string(),
  data: z.unknown(),
});
const listMails = async () =>
  await api.pool.any(
    sql.type(mailRow)`select id, kind, to_address as "toAddress", state, data from emails order by id`,
  );
const send = async (change: Record<string, unknown> = {}): Promise<Answer> =>
  await api.client().call(sendContact, {
    body: { ...inquiry, ...change },
    headers: { 'X-Turnstile-Token': await getBotToken(api, 'contact') },
  });
const errorsOf = (answer: Answer) => z.record(z.string(), z.string()).parse(Reflect.get(answer.body, 'errors'));

describe('POST /contact', () => {
  test('queues one email to sales with the inquiry [3.13] [7.35]', async () => {
    const answer = await send();
    expect(answer.status).toBe(200);
    expect(answer.body.message).toContain('24 hours');
    const mails = await listMails();
    expect(mails).toMatchObject([
      {
        kind: 'contact',
        toAddress: 'sales@foreword.test',
        state: 'queued',
        data: {
          name: 'Ines Marlow',
          email: 'ines@brightwater.test',
          phone: '+1 (555) 010-9999',
          inquiryType: 'sales',
          message: 'We are forty people.\nWhat would it cost?',
        },
      },
    ]);
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'send-email', emailId: mails[0]?.id });
  });

  test('sends support inquiries to support, even without a name', async () => {
    expect((await send({ inquiryType: 'support', name: undefined })).status).toBe(200);
    expect((await send({ inquiryType: 'support', name: '  ' })).status).toBe(200);
    const mails = await listMails();
    expect(mails).toHaveLength(2);
    for (const mail of mails) expect(mail).toMatchObject({ toAddress: 'support@foreword.test', data: { name: null } });
  });

  test('attack 27: responds to a filled honeypot as usual but stores nothing [5.6]', async () => {
    const person = await send();
    await api.pool.query(sql.typeAlias('void')`delete from emails`);
    const waiting = await listOutbox(api.pool);
    const program = await send({ website: 'https://spam.test' });
    expect([program.status, program.text]).toEqual([200, person.text]);
    const withoutToken = await api.client().call(sendContact, { body: { ...inquiry, website: 'x' } });
    expect(withoutToken.status).toBe(200);
    expect(await listMails()).toEqual([]);
    expect(await listOutbox(api.pool)).toEqual(waiting);
  });

  test('sends one email for 40 concurrent requests with one bot token', async () => {
    const headers = { 'X-Turnstile-Token': await getBotToken(api, 'contact') };
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => api.client().call(sendContact, { body: inquiry, headers })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 39 }, () => 403)]);
    expect(await listMails()).toHaveLength(1);
  });

  test.each([
    ['name', 'x', 'Please provide a valid name (at least 2 characters, not just numbers)'],
    ['name', '12345', 'Please provide a valid name (at least 2 characters, not just numbers)'],
    ['name', 'x'.repeat(101), 'Name is too long'],
    ['email', 'nobody', 'Please enter a valid email address'],
    ['email', undefined, 'Please enter a valid email address'],
    ['email', `${'x'.repeat(250)}@b.test`, 'Please enter a valid email address'],
    ['phone', '555-0100', 'Phone number must be at least 10 digits'],
    ['phone', undefined, 'Phone number must be at least 10 digits'],
    ['phone', '5'.repeat(21), 'Phone number is too long'],
    ['phone', '555-0100-CALL', 'Phone number contains invalid characters'],
    ['inquiryType', 'other', 'Please select either Sales or Support'],
    ['inquiryType', undefined, 'Please select either Sales or Support'],
    ['message', 'Too short', 'Please provide at least 10 characters explaining your inquiry'],
    ['message', undefined, 'Please provide at least 10 characters explaining your inquiry'],
    ['message', 'x'.repeat(2001), 'Message is too long (maximum 2000 characters)'],
  ])('refuses %s %j with 400: %s [9.7]', async (field, value, message) => {
    const answer = await send({ [field]: value });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
    expect(errorsOf(answer)).toEqual({ [field]: message });
    expect(answer.body.message).toBe(`Validation failed: ${message}`);
    expect(await listMails()).toEqual([]);
  });

  test.each([
    ['name', 'xx'],
    ['name', 'x'.repeat(100)],
    ['phone', '5550100999'],
    ['phone', '5'.repeat(20)],
    ['message', 'x'.repeat(10)],
    ['message', 'x'.repeat(2000)],
  ])('accepts a %s of minimum or maximum length [9.7]', async (field, value) => {
    expect((await send({ [field]: value })).status).toBe(200);
  });

  test.each([
    ['a line break in the name', { name: 'Ines\r\nBcc: eve@evil.test' }],
    ['a Unicode line separator in the name', { name: 'Ines\u2028Bcc: eve@evil.test' }],
    ['a line break in the phone number', { phone: '5550100999\r\n+1' }],
    ['a line break in the inquiry type', { inquiryType: 'sales\r\n' }],
  ])('attack 24: refuses %s with 400 and stores nothing', async (_, change) => {
    const waiting = await listOutbox(api.pool);
    expect((await send(change)).status).toBe(400);
    expect(await listMails()).toEqual([]);
    expect(await listOutbox(api.pool)).toEqual(waiting);
  });

  test('does not spend the bot token on invalid input', async () => {
    const headers = { 'X-Turnstile-Token': await getBotToken(api, 'contact') };
    const call = (phone: string) => api.client().call(sendContact, { body: { ...inquiry, phone }, headers });
    expect((await call('1')).status).toBe(400);
    expect((await call(inquiry.phone)).status).toBe(200);
  });
});

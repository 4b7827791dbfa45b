import { describe, expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { countRows, PASSWORD } from '#tests/support/builders.ts';
import { fieldsOf, listEndpoints, nameOf } from '#tests/support/contract.ts';

/** Addresses that would add a recipient or header to a carelessly built email. */
const HOSTILE = [
  'a@b.test\r\nBcc: eve@evil.test',
  'a@b.test\nBcc: eve@evil.test',
  'a@b.test\rBcc: eve@evil.test',
  'a\r\n@b.test',
  'a@b.test, eve@evil.test',
  'a@b.test;eve@evil.test',
  '"a@b.test eve"@evil.test',
  '"a\r\n"@b.test',
  'Eve <eve@evil.test>',
  '<eve@evil.test>',
  'a@b.test\u0000eve@evil.test',
  'a@b.test\u2028Bcc: eve@evil.test',
  'a@[127.0.0.1]',
];

const startsAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const meetingWith = (email: string) => ({
  title: 'Intro',
  startTime: startsAt(1),
  endTime: startsAt(2),
  attendees: [{ email }],
});

/** The request body of each call that takes an address. A new call fails below until it is listed here. */
const bodies: Record<string, (email: string) => object> = {
  'POST /auth/sign-in/email': (email) => ({ email, password: PASSWORD }),
  'POST /auth/sign-up/email': (email) => ({ email, password: PASSWORD, name: 'Ada' }),
  'POST /auth/send-verification-email': (email) => ({ email }),
  'POST /auth/forget-password': (email) => ({ email }),
  'POST /newsletter': (email) => ({ email }),
  'POST /privacy/objection': (email) => ({ email }),
  'PUT /users/profile': (email) => ({ email }),
  'POST /contact': (email) => ({
    email,
    phone: '555 010 9999',
    inquiryType: 'support',
    message: 'A message that is long enough.',
  }),
  'POST /meetings': meetingWith,
  'PUT /meetings/:id': meetingWith,
  'POST /admin/whitelist': (email) => ({ email }),
  'POST /admin/objections': (email) => ({ email }),
  'POST /research/disambiguation': (email) => ({ meetingId: crypto.randomUUID(), email, url: null }),
};

/** Calls that validate each address separately. */
const JUDGED_ONE_BY_ONE = new Set(['POST /admin/whitelist/bulk']);

const endpoints = await listEndpoints();

const api = await openTestApi();

test('attack 24: every call that takes an address is tried', () => {
  const takesAddress = (field: string) => /email|attendees/i.test(field) && field !== 'emailNotifications';
  const taking = endpoints.filter(({ body }) => body && fieldsOf(body).some(takesAddress)).map(nameOf);
  expect(taking.filter((name) => !(name in bodies) && !JUDGED_ONE_BY_ONE.has(name))).toEqual([]);
});

describe.each(Object.entries(bodies))('%s', (name, bodyOf) => {
  test('attack 24: refuses an address with a line break, quoted part or second recipient', async () => {
    const endpoint = endpoints.find((each) => nameOf(each) === name);
    if (!endpoint) throw new Error(`${name} is not in the contract`);
    const { client } = await api.newUser({ role: 'admin' });
    const before = await countMails();
    for (const address of HOSTILE) {
      const answer = await client.call(endpoint, { params: { id: crypto.randomUUID() }, body: bodyOf(address) });
      expect([address, answer.status, answer.body.code]).toEqual([address, 400, 'VALIDATION']);
    }
    expect(await countMails()).toBe(before);
  });
});

const countMails = async () => await countRows(api.pool, sql.fragment`emails`);

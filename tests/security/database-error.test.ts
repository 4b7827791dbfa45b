import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { getSession, sendVerificationEmail, verifyEmail } from '#contract/auth.ts';
import type { Endpoint } from '#contract/http.ts';
import { listMeetings } from '#contract/meetings.ts';
import { triggerResearch } from '#contract/research.ts';
import { openTestApi } from '#tests/support/api.ts';
import type { CallOptions } from '#tests/support/http-client.ts';

const api = await openTestApi();
const { client } = await api.newUser();
const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
afterAll(async () => await owner.end());

const calls: [string, string, Endpoint, CallOptions][] = [
  ['a read', 'attendees', listMeetings, {}],
  ['a write', 'meetings', triggerResearch, { body: { meetingId: crypto.randomUUID() } }],
  ["a visitor's call", 'auth_tokens', verifyEmail, { query: { token: 'some-token' } }],
  ['an email request', 'users', sendVerificationEmail, { body: { email: 'nobody@harborline.test' } }],
  ['a session lookup', 'sessions', getSession, {}],
];

test.each(calls)(
  'attack 34: a database error in %s returns a generic 500 with the request id',
  async (_, table, endpoint, options) => {
    await owner.query(`alter table ${table} rename to gone`);
    const answer = await client.call(endpoint, options);
    await owner.query(`alter table gone rename to ${table}`);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      success: false,
      message: 'Something went wrong on our side. Please try again.',
      error: 'Something went wrong on our side. Please try again.',
      code: 'INTERNAL',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  },
);

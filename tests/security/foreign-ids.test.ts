import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '#contract/http.ts';
import { insertMutedMeeting } from '#db/queries/muted-meetings.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import {
  type SeededUser,
  seedAccessToken,
  seedCalendar,
  seedChannel,
  seedMeeting,
  seedResearch,
  seedUser,
  seedWebhook,
  signIn,
} from '#tests/support/builders.ts';
import { fieldsOf, listEndpoints, nameOf } from '#tests/support/contract.ts';
import { dumpRequestedWrites } from '#tests/support/dump.ts';
import type { CallOptions } from '#tests/support/http-client.ts';

/** Returns the options of two calls, one for a record of the owner and one for an unknown record. */
type Probe = (owner: SeededUser) => Promise<{ foreign: CallOptions; unknown: CallOptions }>;

const api = await openTestApi();

const researchedMeeting = async ({ id: userId }: SeededUser) => {
  const meetingId = await seedMeeting(api.pool, { userId, researchState: 'completed' });
  await seedResearch(api.pool, { userId, meetingId });
  return meetingId;
};
const meetingInPath: Probe = async (owner) => ({
  foreign: { params: { id: await researchedMeeting(owner) } },
  unknown: { params: { id: randomUUID() } },
});
const webhookInPath: Probe = async ({ id: userId }) => ({
  foreign: { params: { id: await seedWebhook(api.pool, { userId, encryption: api.encryption }) } },
  unknown: { params: { id: randomUUID() } },
});
const channelInPath: Probe = async ({ id: userId }) => {
  await seedChannel(api.pool, { userId, encryption: api.encryption, kind: 'slack' });
  return { foreign: { params: { kind: 'slack' } }, unknown: { params: { kind: 'teams' } } };
};
const integrationInBody: Probe = async (owner) => {
  await seedCalendar(api.pool, { userId: owner.id, encryption: api.encryption, provider: 'google' });
  const on = (provider: string) => ({ body: { provider, enabled: false } });
  return { foreign: on('google'), unknown: on('microsoft') };
};

/** The probe for each call with an id. A new call fails below until it is listed here. */
const probes: Record<string, Probe | 'names nothing that belongs to a user'> = {
  'GET /meetings/:id': meetingInPath,
  'PUT /meetings/:id': async (owner) => {
    const { foreign, unknown } = await meetingInPath(owner);
    const body = {
      title: 'Mine now',
      startTime: '2026-12-01T14:00:00Z',
      endTime: '2026-12-01T14:30:00Z',
      attendees: [{ email: 'ines@brightwater.test' }],
    };
    return { foreign: { ...foreign, body }, unknown: { ...unknown, body } };
  },
  'PUT /meetings/:id/notes': async (owner) => {
    const { foreign, unknown } = await meetingInPath(owner);
    const body = { goal: 'To read along' };
    return { foreign: { ...foreign, body }, unknown: { ...unknown, body } };
  },
  'DELETE /meetings/:id': meetingInPath,
  'GET /research/meetings/:id': meetingInPath,
  'GET /meetings/:id/briefing': meetingInPath,
  'PUT /meetings/:id/briefing': async (owner) => {
    const { foreign, unknown } = await meetingInPath(owner);
    const body = { muted: 'meeting' };
    return { foreign: { ...foreign, body }, unknown: { ...unknown, body } };
  },
  'GET /meetings/:id/share': meetingInPath,
  'POST /meetings/:id/share': async (owner) => {
    const { foreign, unknown } = await meetingInPath(owner);
    return { foreign: { ...foreign, body: {} }, unknown: { ...unknown, body: {} } };
  },
  'DELETE /meetings/:id/share': meetingInPath,
  'GET /shared/:token': 'names nothing that belongs to a user',
  'DELETE /users/sessions/:id': async (owner) => {
    await signIn(api.client(), owner);
    const { id } = await api.pool.one(sql.typeAlias('id')`select id from sessions where user_id = ${owner.id} limit 1`);
    return { foreign: { params: { id } }, unknown: { params: { id: randomUUID() } } };
  },
  'DELETE /users/tokens/:id': async ({ id: userId }) => {
    await seedAccessToken(api.pool, { userId, scopes: ['read'] });
    const { id } = await api.pool.one(sql.typeAlias('id')`select id from access_tokens where user_id = ${userId}`);
    return { foreign: { params: { id } }, unknown: { params: { id: randomUUID() } } };
  },
  'DELETE /users/webhooks/:id': async (owner) => await webhookInPath(owner),
  'POST /users/webhooks/:id/test': async (owner) => {
    const { foreign, unknown } = await webhookInPath(owner);
    return { foreign: { ...foreign, body: {} }, unknown: { ...unknown, body: {} } };
  },
  'GET /users/webhooks/:id/deliveries': async (owner) => await webhookInPath(owner),
  'PUT /users/channels/:kind': 'names nothing that belongs to a user',
  'DELETE /users/channels/:kind': async (owner) => await channelInPath(owner),
  'POST /users/channels/:kind/test': async (owner) => {
    const { foreign, unknown } = await channelInPath(owner);
    return { foreign: { ...foreign, body: {} }, unknown: { ...unknown, body: {} } };
  },
  'DELETE /users/factors/passkeys/:id': async ({ id: userId }) => {
    const { id } = await api.pool.one(sql.typeAlias('id')`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
      values (${userId}, ${randomUUID()}, '', 0, '{}', 'Laptop') returning id
    `);
    return { foreign: { params: { id } }, unknown: { params: { id: randomUUID() } } };
  },
  'POST /subscriptions/create': 'names nothing that belongs to a user',
  'POST /research/disambiguation': async (owner) => {
    const answer = { email: 'ines@brightwater.test', url: null };
    return {
      foreign: { body: { meetingId: await researchedMeeting(owner), ...answer } },
      unknown: { body: { meetingId: randomUUID(), ...answer } },
    };
  },
  'POST /research/trigger': async (owner) => ({
    foreign: { body: { meetingId: await researchedMeeting(owner) } },
    unknown: { body: { meetingId: randomUUID() } },
  }),
  'POST /users/calendar/sync': integrationInBody,
  'POST /users/calendar/disconnect': async (owner) => {
    const { foreign, unknown } = await integrationInBody(owner);
    return { foreign: withoutSwitch(foreign), unknown: withoutSwitch(unknown) };
  },
  'PUT /users/calendar/calendars/:id': async ({ id: userId }) => {
    const { calendarId } = await seedCalendar(api.pool, { userId, encryption: api.encryption });
    const off = (id: string) => ({ params: { id }, body: { enabled: false } });
    return { foreign: off(calendarId), unknown: off(randomUUID()) };
  },
  'DELETE /users/domain-blacklist/:domain': async (owner) => {
    const client = await signIn(api.client(), owner);
    await client.request('POST', '/api/users/domain-blacklist', { body: { domain: 'brightwater.test' } });
    return {
      foreign: { params: { domain: 'brightwater.test' } },
      unknown: { params: { domain: 'northwind.test' } },
    };
  },
  'DELETE /briefings/muted/:id': async ({ id: userId }) => {
    const meetingId = await seedMeeting(api.pool, { userId });
    await api.pool.transaction((transaction) => insertMutedMeeting(transaction, { userId, meetingId }));
    const { id } = await api.pool.one(sql.typeAlias('id')`select id from muted_meetings where user_id = ${userId}`);
    return { foreign: { params: { id } }, unknown: { params: { id: randomUUID() } } };
  },
  'DELETE /admin/whitelist/:id': 'names nothing that belongs to a user',
  'DELETE /admin/objections/:id': 'names nothing that belongs to a user',
};

const endpoints = await listEndpoints();
const byName = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));

test('attack 1: every call with an id has a probe or is listed as exempt', () => {
  const naming = endpoints.filter(namesSomething).map(nameOf);
  expect(naming.filter((name) => !(name in probes))).toEqual([]);
  expect(Object.keys(probes).filter((name) => !byName.has(name))).toEqual([]);
});

describe.each(Object.entries(probes).filter(([, probe]) => typeof probe === 'function'))('%s', (name, probe) => {
  test("attack 1: treats another user's record like an unknown one", async () => {
    const endpoint = byName.get(name);
    if (!endpoint || typeof probe !== 'function') throw new Error(`${name} is not in the contract`);
    const [owner, { client: intruder }] = [await seedUser(api.pool), await api.newUser()];
    const { foreign, unknown } = await probe(owner);
    const before = await dumpRequestedWrites(api.pool);
    const answers = [await intruder.call(endpoint, foreign), await intruder.call(endpoint, unknown)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(await dumpRequestedWrites(api.pool)).toEqual(before);
    expect(Object.fromEntries(headersOf(answers[0]?.headers))).toEqual(
      Object.fromEntries(headersOf(answers[1]?.headers)),
    );
  });
});

/** Returns the headers without those that differ between any two responses. */
function headersOf(headers: Headers | undefined): [string, string][] {
  return [...(headers ?? [])].filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name));
}

function namesSomething({ params, body, query }: Endpoint): boolean {
  if (params) return true;
  return [body, query].some(
    (schema) => schema !== undefined && fieldsOf(schema).some((field) => /Id$|^id$/.test(field)),
  );
}

function withoutSwitch({ body }: CallOptions): CallOptions {
  return { body: { provider: z.object({ provider: z.string() }).parse(body).provider } };
}

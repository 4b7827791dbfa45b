import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  connectCalendar,
  disconnectCalendar,
  listCalendarIntegrations,
  setCalendarSync,
  syncCalendarIntegrations,
} from '#contract/calendar.ts';
import { listMeetings } from '#contract/meetings.ts';
import { hashToken } from '#db/link-token.ts';
import { insertChannel, listChannels } from '#db/queries/calendar-channels.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, seedCalendar, seedMeeting, seedWhitelistEntry } from '#tests/support/builders.ts';
import { consentToCalendar, signInWithGoogle } from '#tests/support/google-sign-in.ts';

const api = await openTestApi();

async function seed() {
  const { user, client } = await api.newUser();
  const calendar = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
  return { user, client, ...calendar };
}

const body = { provider: 'google' } as const;

describe('POST /users/calendar/disconnect', () => {
  test('case 46: deletes the grant, stops the sync and signals upcoming meetings [7.17]', async () => {
    const { user, client, calendarId } = await seed();
    const future = await seedMeeting(api.pool, { userId: user.id, calendarId });
    await seedMeeting(api.pool, { userId: user.id, calendarId, startsInMinutes: -60 });
    await seedMeeting(api.pool, { userId: user.id, calendarId, meetingType: 'internal' });
    await client.data(disconnectCalendar, { body });

    const { integrations } = await client.data(listCalendarIntegrations);
    expect(integrations).toMatchObject([{ status: 'disconnected', isActive: false, isSyncing: false }]);
    const tokens = await api.pool.one(sql.type(z.object({ refresh: z.null(), access: z.null() }))`
      select refresh_token as refresh, access_token as access from calendar_integrations where user_id = ${user.id}
    `);
    expect(tokens).toEqual({ refresh: null, access: null });
    const mine = await listOutbox(api.pool, user.id);
    expect(mine).toEqual([
      { workflow: 'calendar-sync', userId: user.id, provider: 'google', signal: 'stop' },
      { workflow: 'meeting', userId: user.id, meetingId: future, version: 2 },
    ]);
    // The meeting's workflow reads this once signalled.
    expect((await findMeetingPlan(api.pool, future))?.isCalendarConnected).toBe(false);
    expect((await client.data(listMeetings)).meetings).toHaveLength(3);
  });

  test('case 46: revokes the grant at Google', async () => {
    const { client } = await api.newUser();
    const consent = await consentToCalendar(client, 'sam@harborline.test');
    await client.data(connectCalendar, { body: { ...body, ...consent } });
    await client.data(disconnectCalendar, { body });
    const journal = await fetch(`${api.sandbox.google.url}/_control/journal`);
    const { requests } = z
      .object({ requests: z.array(z.object({ method: z.string(), path: z.string(), status: z.number() })) })
      .parse(await journal.json());
    const revoked = requests.filter(({ path, status }) => path.startsWith('/revoke') && status === 200);
    expect(revoked).toHaveLength(1);
  });

  test('case 46: stops and deletes the push channels', async () => {
    const { client } = await api.newUser();
    const consent = await consentToCalendar(client, 'sam@harborline.test');
    const { integration } = await client.data(connectCalendar, { body: { ...body, ...consent } });
    const { id: calendarId } = await api.pool.one(sql.typeAlias('id')`
      insert into calendars (integration_id, provider_calendar_id, name) values (${integration.id}, 'primary', 'Work')
      returning id
    `);
    const channel = { channelId: randomUUID(), calendarId, resourceId: 'r', tokenHash: hashToken('t') };
    const expiresAt = new Date(Date.now() + 86_400_000);
    await insertChannel(api.pool, { ...channel, provider: 'google', expiresAt });
    await client.data(disconnectCalendar, { body });
    expect(await listChannels(api.pool, integration.id)).toEqual([]);
    const journal = await (await fetch(`${api.sandbox.google.url}/_control/journal`)).text();
    expect(journal).toContain('/calendar/v3/channels/stop');
    expect(journal).toContain(channel.channelId);
  });

  test('succeeds while Google is down and when repeated', async () => {
    const { client } = await seed();
    await api.sandbox.control(api.sandbox.google, '/faults', { method: 'POST', path: '/revoke', status: 503 });
    expect((await client.call(disconnectCalendar, { body })).status).toBe(200);
    expect((await client.call(disconnectCalendar, { body })).status).toBe(200);
  });

  test('returns 404 for a provider that was never connected', async () => {
    const { client } = await api.newUser();
    expect((await client.call(disconnectCalendar, { body })).status).toBe(404);
  });

  test('keeps a sign-in calendar disconnected at the next sign-in', async () => {
    const email = 'leaver@eastgate.test';
    await api.sandbox.control(api.sandbox.google, '/accounts', { email, name: 'Lea Ver' });
    await seedWhitelistEntry(api.pool, { email });
    const client = api.client();
    await signInWithGoogle(api, client, email);
    await client.data(syncCalendarIntegrations);
    await client.data(disconnectCalendar, { body });
    await signInWithGoogle(api, client, email);
    const { created, skipped } = await client.data(syncCalendarIntegrations);
    expect([created, skipped]).toEqual([
      [],
      [{ provider: 'google', reason: 'Calendar was disconnected; connect it again in Settings' }],
    ]);
  });
});

describe('POST /users/calendar/sync', () => {
  test('pauses and resumes the sync [7.18]', async () => {
    const { user, client } = await seed();
    expect(await client.data(setCalendarSync, { body: { ...body, enabled: false } })).toEqual({
      message: 'Auto-sync is off.',
    });
    expect((await client.data(listCalendarIntegrations)).integrations).toMatchObject([{ syncEnabled: false }]);
    await client.data(setCalendarSync, { body: { ...body, enabled: true } });
    // Repeating the request doesn't send a signal.
    await client.data(setCalendarSync, { body: { ...body, enabled: true } });
    const signals = await listOutbox(api.pool, user.id);
    expect(signals).toMatchObject([{ signal: 'pause' }, { signal: 'resume' }]);
  });

  test('returns 404 without a connected calendar and 400 for an invalid body', async () => {
    const { client } = await api.newUser();
    expect((await client.call(setCalendarSync, { body: { ...body, enabled: true } })).status).toBe(404);
    expect((await client.call(setCalendarSync, { body })).status).toBe(400);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exportAccount } from '#contract/account.ts';
import { forgetPassword } from '#contract/auth.ts';
import { giveFeedback, giveFeedbackReason } from '#contract/feedback.ts';
import { addBlacklistDomain, setBriefingPreferences, updateProfile } from '#contract/users.ts';
import { insertAuditEntry } from '#db/queries/audit-log.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { seedDigest, seedFeedbackLink } from '#tests/support/briefing-builders.ts';
import {
  readMailToken,
  seedCalendar,
  seedMeeting,
  seedResearch,
  seedSubscription,
  seedUser,
  signIn,
} from '#tests/support/builders.ts';

const api = await openTestApi();

/** Seeds a user with data across the product. The names, addresses, domain and token all contain the mark. */
async function seedEverything(mark: string) {
  const { user, client } = await api.newUser({ email: `${mark}@harborline.test` });
  await client.data(updateProfile, { body: { firstName: `First-${mark}`, lastName: `Last-${mark}` } });
  await client.data(setBriefingPreferences, {
    body: { leadMinutes: 90, quietHours: { start: '22:00', end: '07:00' }, digest: false, paused: false },
  });
  await client.data(addBlacklistDomain, { body: { domain: `${mark}.example` } });
  await seedSubscription(api.pool, { userId: user.id, status: 'trialing' });
  const refreshToken = `grant-${mark}`;
  const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption, refreshToken });
  const attendees = [{ email: `guest-${mark}@brightwater.test`, name: `Guest ${mark}` }];
  const meetingId = await seedMeeting(api.pool, { userId: user.id, calendarId, title: `Talk ${mark}`, attendees });
  await seedResearch(api.pool, { userId: user.id, meetingId });
  await client.data(forgetPassword, { body: { email: user.email } });
  return { user, client, meetingId };
}

describe('GET /users/export', () => {
  test("returns the caller's data as a downloadable file", async () => {
    const { user, client, meetingId } = await seedEverything('ada');
    const answer = await client.call(exportAccount);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename=foreword-export-\d{4}-\d\d-\d\d\.json$/,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-store');

    const data = exportAccount.data.parse(answer.body.data);
    expect(data.profile).toMatchObject({
      id: user.id,
      email: user.email,
      firstName: 'First-ada',
      role: 'user',
      locale: 'en-GB',
    });
    expect(data.briefingPreferences).toMatchObject({ leadMinutes: 90, quietHours: { start: '22:00', end: '07:00' } });
    expect(data.sessions).toHaveLength(1);
    expect(data.knownDevices).toHaveLength(1);
    expect(data.calendarAccounts).toMatchObject([
      { provider: 'google', calendars: [{ name: 'Work', isPrimary: true }] },
    ]);
    expect(data.excludedDomains).toEqual(['ada.example']);
    expect(data.subscription).toMatchObject({ plan: 'Research', status: 'trialing' });
    expect(data.whitelistEntry).toMatchObject({ reason: 'Beta tester', expiresAt: null });
    expect(data.newsletter).toBeNull();
    expect(data.meetings).toMatchObject([
      { id: meetingId, title: 'Talk ada', attendees: [{ email: 'guest-ada@brightwater.test', name: 'Guest ada' }] },
    ]);
    expect(data.research).toMatchObject([
      { meetingId, qualityScore: 82, report: { guests: [{ name: 'Ines Duarte' }] } },
    ]);
    expect(data.mails).toMatchObject([{ kind: 'reset-password', to: user.email, state: 'queued', briefing: null }]);
  });

  test("includes contact inquiries from the user's address, in any letter case", async () => {
    const { user, client } = await seedEverything('elsa');
    const inquiry = {
      name: null,
      phone: '+46 70 123 45 67',
      inquiryType: 'sales',
      message: 'What do twelve seats cost?',
    };
    for (const email of [user.email.toUpperCase(), 'somebody.else@harborline.test']) {
      await api.pool.transaction((transaction) =>
        insertEmail(transaction, {
          mailKey: `contact:${randomUUID()}`,
          userId: null,
          kind: 'contact',
          toAddress: 'sales@foreword.test',
          data: { ...inquiry, email },
        }),
      );
    }
    const { mails } = await client.data(exportAccount);
    expect(mails.map((mail) => mail.inquiry)).toEqual([null, inquiry]);
  });

  test('includes feedback given through a digest, by meeting', async () => {
    const { user, client } = await api.newUser();
    const meetingIds = [
      await seedMeeting(api.pool, { userId: user.id }),
      await seedMeeting(api.pool, { userId: user.id }),
    ];
    const [first = '', second = ''] = await seedDigest(api.pool, { userId: user.id, meetingIds });
    const no = await seedFeedbackLink(api.pool, first, { action: 'not_useful' });
    const guest = 'ines@brightwater.test';
    const other = await seedFeedbackLink(api.pool, second, { action: 'wrong_person', target: guest });
    for (const token of [no, other]) await api.client().data(giveFeedback, { body: { token } });
    await api.client().data(giveFeedbackReason, { body: { token: no, reason: 'too_long' } });

    const { mails } = await client.data(exportAccount);
    expect(mails).toMatchObject([
      {
        kind: 'digest',
        briefing: null,
        briefings: [
          { meetingId: meetingIds[0], feedback: [{ action: 'not_useful', target: null, reason: 'too_long' }] },
          { meetingId: meetingIds[1], feedback: [{ action: 'wrong_person', target: guest, reason: null }] },
        ],
      },
    ]);
  });

  test("attack 30: excludes other people's data and an admin's IP address", async () => {
    const { user, client } = await seedEverything('berta');
    const { client: stranger, user: admin } = await seedEverything('canary');
    const details = { by: 'canary' };
    const subject = `user:${user.id}`;
    await insertAuditEntry(api.pool, {
      actorUserId: admin.id,
      action: 'role.granted',
      subject,
      ip: '203.0.113.9',
      details,
    });
    await stranger.data(exportAccount);

    const { text } = await client.call(exportAccount);
    expect(text).toContain('role.granted');
    for (const foreign of ['canary', admin.id, '203.0.113.9']) expect(text).not.toContain(foreign);
  });

  test('excludes secrets, tokens and session identifiers', async () => {
    const { user, client } = await seedEverything('clara');
    const token = await readMailToken(api.pool, api.encryption, { to: user.email, kind: 'reset-password' });
    const ids = await api.pool.anyFirst(sql.typeAlias('id')`select id from sessions where user_id = ${user.id}`);
    expect(ids).toHaveLength(1);
    const { text } = await client.call(exportAccount);
    for (const secret of [token, 'grant-clara', '$argon2', 'v1.test.', ...ids, ...client.cookies.values()]) {
      expect(text).not.toContain(secret);
    }
  });

  test('is logged, and the next export includes that entry', async () => {
    const { client } = await seedEverything('dora');
    await client.data(exportAccount);
    const { activity } = await client.data(exportAccount);
    expect(activity).toMatchObject([
      { action: 'sign-in.password', isOwn: true },
      { action: 'account.exported', isOwn: true },
    ]);
  });

  test('does not require a subscription', async () => {
    const { client } = await api.newUser({ isWhitelisted: false });
    expect((await client.data(exportAccount)).subscription).toBeNull();
  });

  test('is rate-limited per user', async () => {
    const limited = await startApi({ RATE_LIMIT_MAIL: '3/60' });
    onTestFinished(limited.close);
    const clients = [];
    for (let index = 0; index < 2; index += 1) {
      clients.push(await signIn(limited.client(), await seedUser(limited.pool)));
    }
    const [often, once] = clients;
    const statuses = [];
    for (let tries = 0; tries < 4; tries += 1) statuses.push((await often?.call(exportAccount))?.status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await once?.call(exportAccount))?.status).toBe(200);
  });
});

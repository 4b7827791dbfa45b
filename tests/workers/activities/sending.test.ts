import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { researchReport } from '#contract/research.ts';
import { closeAccount } from '#db/close-account.ts';
import { hashToken } from '#db/link-token.ts';
import { findMailedContent } from '#db/queries/briefings.ts';
import { updateCalendarSwitch } from '#db/queries/calendars.ts';
import type { EmailKind } from '#db/queries/emails.ts';
import { insertMutedMeeting } from '#db/queries/muted-meetings.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { executeCommand } from '#ops/commands/admin.ts';
import { countRows, seedCalendar, seedObjection, seedResearch, seedUser } from '#tests/support/builders.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { claimBriefing, queueMail, recordMails, seedEmail } from '#tests/support/queued-mail.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { readMeeting, seedPlannedMeeting } from '#tests/workflows/meeting-lab.ts';
import { createEmailActivities } from '#workers/activities/email.ts';
import { createMeetingActivities } from '#workers/activities/meeting.ts';

const { sent, mail: service } = recordMails();
const { context, databaseUrl } = await forThisFile(createTestContext({ mail: service }));
const { pool, encryption } = context;
const activities = createMeetingActivities(context);
const email = createEmailActivities(context);

async function seedDue() {
  const meeting = await seedPlannedMeeting(pool, { startsInS: 600, leadMinutes: 120 });
  await pool.query(sql.typeAlias('void')`
    update meetings set research_state = 'failed', research_error = 'unavailable' where id = ${meeting.meetingId}
  `);
  return meeting;
}

describe('claiming a briefing', () => {
  test('ten times concurrently creates one email', async () => {
    const { user, meetingId } = await seedDue();
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => activities.claimBriefing({ meetingId, kind: 'briefing' })),
    );
    const ids = new Set(claims.map((claim) => (claim.outcome === 'claimed' ? claim.emailId : claim.outcome)));
    expect(ids.size).toBe(1);
    expect(await countRows(pool, sql.fragment`emails where user_id = ${user.id}`)).toBe(1);
    expect(await countRows(pool, sql.fragment`briefings where user_id = ${user.id}`)).toBe(1);
  });

  test('before it is due changes nothing', async () => {
    const { user, meetingId } = await seedPlannedMeeting(pool, { briefingInS: 300 });
    expect(await activities.claimBriefing({ meetingId, kind: 'briefing' })).toEqual({ outcome: 'replan' });
    expect(await countRows(pool, sql.fragment`emails where user_id = ${user.id}`)).toBe(0);
  });

  test('uses the engine’s time if the machine’s clock is slow', async () => {
    // With the default lead of 1 minute, the time to research would end up to six seconds after the briefing falls due.
    const { meetingId } = await seedPlannedMeeting(pool, { briefingInS: 300, leadMinutes: 20 });
    await pool.query(sql.typeAlias('void')`
      update meetings set research_state = 'failed', research_error = 'unavailable' where id = ${meetingId}
    `);
    const at = new Date(Date.now() + 300_000).toISOString();
    expect(await activities.planMeeting({ meetingId, at })).toMatchObject({ phase: 'late' });
    expect(await activities.claimBriefing({ meetingId, kind: 'briefing', at })).toMatchObject({ outcome: 'claimed' });
  });

  test('while research is pending asks to plan again', async () => {
    const { meetingId } = await seedPlannedMeeting(pool, { startsInS: 600, leadMinutes: 120 });
    expect(await activities.claimBriefing({ meetingId, kind: 'briefing' })).toEqual({ outcome: 'replan' });
  });
});

describe('sending', () => {
  test('attack 56: omits research on a guest who objected after the email was queued', async () => {
    const { user, meetingId } = await seedDue();
    await seedResearch(pool, { userId: user.id, meetingId });
    const emailId = await claimBriefing(context, meetingId);
    const { report } = await pool.one(sql.type(z.object({ report: researchReport }))`
      select data -> 'report' as report from emails where id = ${emailId}
    `);
    const [guest] = report.guests;
    const role = (guest?.role ?? 'none').replaceAll(/\s*\[\d+\]/g, '');
    await pool.query(sql.typeAlias('void')`
      update emails set data = jsonb_set(data, '{guests}', ${sql.jsonb([
        { email: guest?.email ?? '', name: guest?.name ?? '', responseStatus: 'accepted', isExternal: true },
      ])}) where id = ${emailId}
    `);
    await seedObjection(pool, encryption, { kind: 'address', listed: guest?.email ?? '' });
    expect(await email.sendMail({ emailId })).toEqual({ outcome: 'sent' });
    const mail = sent.at(-1);
    expect(mail?.text).toContain('Not researched, by request');
    expect(mail?.text).not.toContain(role);
    await pool.query(sql.typeAlias('void')`delete from objections`);
  });

  test('stores the facts stated in the briefing', async () => {
    const { user, meetingId } = await seedDue();
    await seedResearch(pool, { userId: user.id, meetingId });
    const emailId = await claimBriefing(context, meetingId);
    await email.sendMail({ emailId });
    const { id } = await pool.one(sql.typeAlias('id')`
      select id from briefings where meeting_id = ${meetingId}
    `);
    const told = await findMailedContent(pool, id);
    expect(told?.facts.length).toBeGreaterThan(0);
    const text = sent.at(-1)?.text.replaceAll('\u200c', '').replaceAll(/\s+/g, ' ');
    for (const fact of told?.facts ?? []) expect(text).toContain(fact.text);
  });

  test('ten times concurrently delivers one email', async () => {
    const { user, meetingId } = await seedDue();
    const emailId = await claimBriefing(context, meetingId);
    await Promise.all(Array.from({ length: 10 }, () => email.sendMail({ emailId })));
    expect(sent.filter(({ to }) => to === user.email)).toHaveLength(1);
  });

  test('delivers account emails even with notifications off', async () => {
    const user = await seedUser(pool);
    await pool.query(sql.typeAlias('void')`update users set email_notifications = false where id = ${user.id}`);
    const mailKey = `reset-password:${user.id}`;
    const emailId = await seedEmail(pool, {
      mailKey,
      userId: user.id,
      kind: 'reset-password',
      toAddress: user.email,
      data: { name: 'Robin' },
      secret: encryption.encrypt('the-token', mailKey),
    });
    const { outcome } = await email.sendMail({ emailId });
    expect(outcome).toBe('sent');
    const mails = sent.filter(({ to }) => to === user.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('the-token');
  });

  test('asks mailboxes not to auto-reply, except when forwarding an inquiry', async () => {
    const { emailId } = await queueMail(context);
    await email.sendMail({ emailId });
    const quiet = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };
    expect(sent.at(-1)?.headers).toEqual({ ...quiet, 'X-Entity-Ref-ID': emailId });
    const inquiry = { name: 'Ines', email: 'ines@brightwater.test', phone: '1', inquiryType: 'sales', message: 'Hi' };
    const mailKey = `contact:${emailId}`;
    const mail = { mailKey, userId: null, kind: 'contact', toAddress: 'sales@foreword.test', data: inquiry } as const;
    const inquiryId = await seedEmail(pool, mail);
    await email.sendMail({ emailId: inquiryId });
    expect(sent.at(-1)?.headers).toEqual({ 'Reply-To': 'ines@brightwater.test', 'X-Entity-Ref-ID': inquiryId });
  });

  /** Sends everything queued for a user, oldest first. Returns kind, recipient and outcome of each. */
  async function sendQueued(userId: string): Promise<string[]> {
    const queued = await pool.any(sql.type(z.object({ id: z.uuid(), kind: z.string(), to: z.string() }))`
      select id, kind, to_address as "to" from emails where user_id = ${userId} and state = 'queued' order by id
    `);
    const outcomes = [];
    for (const { id, kind, to } of queued) {
      const { outcome } = await email.sendMail({ emailId: id });
      outcomes.push(`${kind} to ${to}: ${outcome}`);
    }
    return outcomes;
  }

  /** Queues account emails, each with a secret in case it contains a link. */
  async function queueFor(user: { id: string; email: string }, mails: [EmailKind, string][]): Promise<void> {
    for (const [kind, toAddress] of mails) {
      const mailKey = `${kind}:${toAddress}`;
      const secret = encryption.encrypt('the-token', mailKey);
      await seedEmail(pool, { mailKey, userId: user.id, kind, toAddress, data: { name: 'Robin' }, secret });
    }
  }

  test('attack 36: sends a locked account’s notices of its lock and new address, but no password reset', async () => {
    const user = await seedUser(pool);
    const former = `former-${user.email}`;
    await queueFor(user, [
      ['change-requested', former],
      ['email-changed', former],
      ['reset-password', user.email],
    ]);
    await executeCommand(databaseUrl, { verb: 'lock', account: user.id });
    expect(await sendQueued(user.id)).toEqual([
      `change-requested to ${former}: sent`,
      `email-changed to ${former}: sent`,
      `reset-password to ${user.email}: suppressed`,
      `account-locked to ${user.email}: sent`,
    ]);
    expect(sent.find(({ to }) => to === user.email)).toMatchObject({
      subject: 'Your account is locked',
      text: expect.stringContaining('write to support@foreword.test'),
    });
  });

  test('attack 30: sends a closed account only the confirmation of its deletion', async () => {
    const user = await seedUser(pool);
    await pool.transaction((transaction) => closeAccount(transaction, user.id, 'due'));
    // Queued by work that was in progress.
    await queueFor(user, [['email-changed', user.email]]);
    expect(await sendQueued(user.id)).toEqual([
      `account-deleted to ${user.email}: sent`,
      `email-changed to ${user.email}: suppressed`,
    ]);
  });

  test('attack 36: notifies the former address of an account that is moved and then closed', async () => {
    const user = await seedUser(pool);
    const former = `former-${user.email}`;
    await queueFor(user, [
      ['email-changed', former],
      ['new-device', user.email],
      ['receipt', former],
    ]);
    await pool.transaction((transaction) => closeAccount(transaction, user.id, 'due'));
    expect(await sendQueued(user.id)).toEqual([
      `email-changed to ${former}: sent`,
      `account-deleted to ${user.email}: sent`,
    ]);
  });

  test('keeps an unrenderable email queued and its content out of the error', async () => {
    const emailId = await seedEmail(pool, {
      mailKey: 'broken',
      userId: null,
      kind: 'briefing',
      toAddress: 'broken@harborline.test',
      data: { secretTitle: 'Board meeting' },
    });
    const error = await email.sendMail({ emailId }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ type: 'unexpected' });
    expect(JSON.stringify(error)).not.toContain('Board meeting');
    const row = await pool.one(sql.type(z.object({ state: z.string() }))`
      select state from emails where mail_key = 'broken'
    `);
    expect(row.state).toBe('queued');
  });
});

describe('a briefing waiting for the mail service', () => {
  test.for([
    ['paused briefings', sql.fragment`briefings_paused = true`, 'paused'],
    ['turned notifications off', sql.fragment`email_notifications = false`, 'notifications_off'],
  ] as const)('is withdrawn, with the reason, if the user %s', async ([, change, reason]) => {
    const { user, meetingId } = await seedDue();
    const emailId = await claimBriefing(context, meetingId);
    await pool.query(sql.typeAlias('void')`update users set ${change} where id = ${user.id}`);
    const { outcome } = await email.sendMail({ emailId });
    expect([outcome, sent.filter(({ to }) => to === user.email)]).toEqual(['withdrawn', []]);
    expect(await activities.claimBriefing({ meetingId, kind: 'briefing' })).toEqual({ outcome: 'skipped', reason });
    expect(await readMeeting(context, meetingId)).toMatchObject({
      briefingState: 'skipped',
      briefingReason: NO_BRIEFING[reason],
    });
  });
});

describe('the one-click links of a briefing', () => {
  const linkRow = z.object({ action: z.string(), hash: z.string() });
  const listLinks = async (meetingId: string) =>
    await pool.any(sql.type(linkRow)`
      select action, encode(token_hash, 'hex') as hash from feedback_links
      join briefings on briefings.id = feedback_links.briefing_id where meeting_id = ${meetingId} order by feedback_links.id
    `);

  test('are created with the claim and stored hashed; the plaintext is erased once sent', async () => {
    const { user, meetingId } = await seedDue();
    const emailId = await claimBriefing(context, meetingId);
    const links = await listLinks(meetingId);
    expect(links.map(({ action }) => action).toSorted()).toEqual([
      'mute_domain',
      'mute_meeting',
      'not_useful',
      'useful',
    ]);

    await email.sendMail({ emailId });
    const mail = sent.find(({ to }) => to === user.email);
    const mailed = [...(mail?.html ?? '').matchAll(/\/feedback\?token=([\w-]{43})"/g)].map(([, token = '']) => token);
    expect(mailed.map((token) => hashToken(token).toString('hex')).toSorted()).toEqual(
      links.map(({ hash }) => hash).toSorted(),
    );
    const row = await pool.one(sql.type(z.object({ dump: z.string(), secret: z.null() }))`
      select emails::text as dump, secret from emails where id = ${emailId}
    `);
    for (const token of mailed) expect(row.dump).not.toContain(token);
  });

  test('are deleted with a withdrawn claim', async () => {
    const { meetingId } = await seedDue();
    const emailId = await claimBriefing(context, meetingId);
    await pool.query(sql.typeAlias('void')`
      update meetings set user_response = 'declined' where id = ${meetingId}
    `);
    const { outcome } = await email.sendMail({ emailId });
    expect([outcome, await listLinks(meetingId)]).toEqual(['withdrawn', []]);
  });
});

describe('a briefing from a switched-off calendar', () => {
  test('is not claimed, or is withdrawn if already queued', async () => {
    const { user, meetingId } = await seedDue();
    const { calendarId } = await seedCalendar(pool, {
      userId: user.id,
      encryption: encryption,
    });
    await pool.query(sql.typeAlias('void')`
      update meetings set calendar_id = ${calendarId} where id = ${meetingId}
    `);
    const emailId = await claimBriefing(context, meetingId);
    await pool.transaction((transaction) => updateCalendarSwitch(transaction, calendarId, true));
    const { outcome } = await email.sendMail({ emailId });
    expect(outcome).toBe('withdrawn');
    expect(await activities.claimBriefing({ meetingId, kind: 'briefing' })).toEqual({ outcome: 'replan' });
    expect(await activities.planMeeting({ meetingId })).toMatchObject({ step: 'end', reason: 'calendar_off' });
    expect(sent.filter(({ to }) => to === user.email)).toEqual([]);
  });
});

describe('a muted meeting', () => {
  test('drops pending research and stores the reason', async () => {
    const { user, meetingId } = await seedPlannedMeeting(pool, { briefingInS: 300 });
    await pool.transaction((transaction) => insertMutedMeeting(transaction, { userId: user.id, meetingId }));
    const plan = await activities.planMeeting({ meetingId });
    expect(plan).toMatchObject({ step: 'end', reason: 'muted', researchState: 'none' });
    const row = await pool.one(sql.type(z.object({ state: z.string(), reason: z.string() }))`
      select briefing_state as state, briefing_reason as reason from meetings where id = ${meetingId}
    `);
    expect(row).toEqual({ state: 'skipped', reason: 'You muted this meeting.' });
  });
});

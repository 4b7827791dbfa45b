import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { meetingDocument } from '#contract/meetings.ts';
import { requestResearch } from '#db/queries/meetings.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { shiftDate } from '#domain/zoned-time.ts';
import {
  connectCalendar,
  listMeetings,
  meetingOf,
  syncNow,
  type TestAccount,
  takeOutbox,
} from '#tests/support/calendar-account.ts';
import { openCalendarLab } from '#tests/support/calendar-lab.ts';
import { type CalendarPerson, inHours, type PlannedEvent } from '#tests/support/calendar-person.ts';

const labs = { google: await openCalendarLab('google'), microsoft: await openCalendarLab('microsoft') };

/** Tests how events are interpreted (most of cases 20 to 42 of docs/calendar-cases.md), the same at both vendors. */
describe.each(['google', 'microsoft'] as const)('%s', (provider) => {
  const { vendor, context, connect } = labs[provider];
  let count = 0;
  let person: CalendarPerson;
  let account: TestAccount;
  /** A host and a guest with their own calendars, new in each test. */
  let host: CalendarPerson;
  let guest: CalendarPerson;
  beforeEach(async () => {
    count += 1;
    ({ person, account } = await connect());
    host = await vendor.person(`host${count}@brightwater.test`);
    guest = await vendor.person(`guest${count}@brightwater.test`);
  });

  const sync = (of = account) => syncNow(context, of);
  const meeting = async (eventId: string) => await meetingOf(context, account.userId, eventId);
  const coming = async () =>
    (await listMeetings(context, account.userId)).filter(({ status }) => status === 'confirmed');
  const ines = 'ines@brightwater.test';
  const colleague = 'sam@harborline.test';
  const called = (title: string, event: PlannedEvent = {}): PlannedEvent => ({
    title,
    start: inHours(5),
    guests: [ines],
    ...event,
  });
  /** Sends an invitation from another host. Returns the event's ids in the host's and in the user's calendar. */
  async function invite(event: PlannedEvent, others: readonly string[] = []) {
    const hostedId = await host.add({ ...event, guests: [person.email, ...others] });
    const found = (await person.list(inHours(-1), inHours(24 * 29))).find(({ title }) => title === event.title);
    if (!found) throw new Error(`${event.title} did not arrive`);
    return { hostedId, eventId: found.id };
  }
  const answersOf = async (meetingId: string) =>
    await context.pool.any(sql.type(answerRow)`
      select email, response_status as answer from attendees where meeting_id = ${meetingId} order by email
    `);
  const rowOf = async (meetingId: string) =>
    await context.pool.one(sql.type(detailRow)`
      select description, location, meeting_url as "meetingUrl", documents, visibility, time_zone as "timeZone", is_all_day as "isAllDay",
        guests_hidden as "guestsHidden", series_id as "seriesId" from meetings where id = ${meetingId}
    `);
  const startText = (start: Date, timeZone: string) =>
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(start);

  test('case 20: a moved event stays the same meeting with a new due time', async () => {
    const eventId = await person.add(called('Moved'));
    await sync();
    const { id } = await meeting(eventId);
    await takeOutbox(context);
    const start = inHours(9);
    await person.change(eventId, { start });
    await sync();
    const dueAt = new Date(start.getTime() - 2 * 3_600_000);
    expect(await meeting(eventId)).toMatchObject({ id, start, dueAt, version: 2, briefing: 'scheduled' });
    expect(await takeOutbox(context)).toMatchObject([{ workflow: 'meeting', meetingId: id, version: 2 }]);
  });

  test('case 21: an event moved beyond the window is unscheduled but keeps its research', async () => {
    const eventId = await person.add(called('Postponed'));
    await sync();
    const { id } = await meeting(eventId);
    await researched(id);
    await person.change(eventId, { start: inHours(24 * 45) });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ id, research: 'completed', briefing: 'skipped', dueAt: null });
  });

  test('case 22: a cancelled event keeps its research but is not briefed', async () => {
    const eventId = await person.add(called('Cancelled'));
    await sync();
    const { id } = await meeting(eventId);
    await researched(id);
    await takeOutbox(context);
    await person.remove(eventId);
    await sync();
    expect(await meeting(eventId)).toMatchObject({
      status: 'cancelled',
      research: 'completed',
      briefing: 'skipped',
      dueAt: null,
      reason: NO_BRIEFING.cancelled,
    });
    expect(await takeOutbox(context)).toMatchObject([{ workflow: 'meeting', meetingId: id }]);
  });

  test('case 22: an event cancelled by its organizer is cancelled for the user too', async () => {
    const { hostedId, eventId } = await invite({ title: 'Called off', start: inHours(5) });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ status: 'confirmed', briefing: 'scheduled' });
    await host.remove(hostedId);
    await sync();
    expect(await meeting(eventId)).toMatchObject({ status: 'cancelled', dueAt: null });
  });

  test('case 23: a declined event is not briefed unless it is accepted later', async () => {
    const { eventId } = await invite({ title: 'Perhaps', start: inHours(5) });
    await sync();
    await person.answer(eventId, 'declined');
    await sync();
    const declined = await meeting(eventId);
    expect(declined).toMatchObject({ status: 'confirmed', briefing: 'skipped', reason: NO_BRIEFING.declined });
    await person.answer(eventId, 'accepted');
    await sync();
    expect(await meeting(eventId)).toMatchObject({
      id: declined.id,
      research: 'pending',
      briefing: 'scheduled',
      reason: null,
    });
  });

  test('case 24: a guest who declines is marked; if all decline, there is no briefing', async () => {
    const [other] = [await vendor.person(`other${count}@brightwater.test`)];
    const eventId = await person.add({ title: 'Answers', start: inHours(5), guests: [guest.email, other.email] });
    await sync();
    await decline(guest, 'Answers');
    await sync();
    const one = await meeting(eventId);
    expect(one).toMatchObject({ briefing: 'scheduled', reason: null });
    expect(await answersOf(one.id)).toContainEqual({ email: guest.email, answer: 'declined' });
    await decline(other, 'Answers');
    await sync();
    expect(await meeting(eventId)).toMatchObject({ briefing: 'skipped', reason: NO_BRIEFING.guests_declined });
  });

  test('case 25: an unanswered or tentatively accepted invitation is briefed', async () => {
    const { eventId } = await invite({ title: 'Unanswered', start: inHours(5) });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ briefing: 'scheduled' });
    expect(await ownAnswer(eventId)).toBe('needsAction');
    await person.answer(eventId, 'tentative');
    await sync();
    expect(await meeting(eventId)).toMatchObject({ briefing: 'scheduled' });
    expect(await ownAnswer(eventId)).toBe('tentative');
  });

  test('case 26: an all-day event keeps its date in the user’s zone and is not briefed', async () => {
    await context.pool.query(sql.typeAlias('void')`
      update users set timezone = 'America/Los_Angeles' where id = ${account.userId}
    `);
    const first = inHours(72).toISOString().slice(0, 10);
    const days = { first, end: shiftDate(first, 1), timeZone: 'Tokyo Standard Time' };
    const eventId = await person.add({ title: 'Trade fair', days, guests: [ines] });
    await sync();
    const fair = await meeting(eventId);
    expect(startText(fair.start, 'America/Los_Angeles')).toBe(`${first} 00:00`);
    expect(fair).toMatchObject({ type: 'external', briefing: 'skipped', reason: NO_BRIEFING.all_day, dueAt: null });
    expect(await rowOf(fair.id)).toMatchObject({ isAllDay: true, timeZone: 'America/Los_Angeles' });
  });

  test('case 27: each occurrence of a series is its own meeting', async () => {
    await person.add(called('Daily', { start: inHours(24), repeats: 4 }));
    await sync();
    const days = await coming();
    expect(days).toHaveLength(4);
    expect(new Set(days.map(({ id }) => id)).size).toBe(4);
    expect(new Set(await Promise.all(days.map(async ({ id }) => (await rowOf(id)).seriesId))).size).toBe(1);
    for (const day of days) expect(day).toMatchObject({ title: 'Daily', briefing: 'scheduled' });
  });

  test('case 27: "this and following" starts a new series and keeps earlier meetings', async () => {
    const start = inHours(24);
    const seriesId = await person.add(called('Daily', { start, repeats: 5 }));
    await sync();
    const before = await coming();
    const at = new Date(start.getTime() + 2 * 86_400_000);
    await person.split(seriesId, at, { title: 'Daily, later', guests: [ines], repeats: 3 });
    await sync();
    const after = await coming();
    expect(after.map(({ title }) => title)).toEqual(['Daily', 'Daily', ...Array(3).fill('Daily, later')]);
    expect(after.slice(0, 2).map(({ id }) => id)).toEqual(before.slice(0, 2).map(({ id }) => id));
  });

  test('case 27: deleting an occurrence or a series cancels exactly those meetings', async () => {
    const seriesId = await person.add(called('Daily', { start: inHours(24), repeats: 3 }));
    await sync();
    const [, second] = await coming();
    await person.remove(second?.eventId ?? '');
    await sync();
    expect(await coming()).toHaveLength(2);
    await person.remove(seriesId);
    await sync();
    expect(await coming()).toEqual([]);
  });

  test('case 29: a private event is stored without its title, text and place until it is made public', async () => {
    const document = 'https://docs.google.com/document/d/1/edit';
    const eventId = await person.add(
      called('Oncologist', { text: `the results ${document}`, place: 'Ward 7', isPrivate: true, start: inHours(6) }),
    );
    await sync();
    const { id, ...kept } = await meeting(eventId);
    expect(kept).toMatchObject({ title: 'Private event', briefing: 'skipped', reason: NO_BRIEFING.private });
    expect(await rowOf(id)).toMatchObject({ description: null, location: null, meetingUrl: null, documents: [] });
    await person.change(eventId, { isPrivate: false });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ id, title: 'Oncologist', briefing: 'scheduled' });
    expect(await rowOf(id)).toMatchObject({
      documents: [{ title: 'Google Docs', url: document, host: 'docs.google.com' }],
    });
  });

  test('case 30: rooms are not attendees', async () => {
    const rooms = ['quay3@resource.calendar.google.com', 'board@rooms.brightwater.test'];
    const eventId = await person.add({ title: 'In the board room', start: inHours(5), guests: [colleague], rooms });
    await sync();
    const { id, ...held } = await meeting(eventId);
    expect(held).toMatchObject({ type: 'internal', domains: [], guests: [] });
    expect((await answersOf(id)).map(({ email }) => email)).not.toEqual(expect.arrayContaining([rooms[1]]));
  });

  test('case 31: a shared calendar is not a guest, but an external mailing list makes a meeting external', async () => {
    const shared = 'c_1a2b@group.calendar.google.com';
    const among = await person.add({ title: 'Among us', start: inHours(5), guests: [colleague, shared] });
    const list = await person.add({ title: 'With their sales', start: inHours(6), guests: ['sales@brightwater.test'] });
    await sync();
    expect(await meeting(among)).toMatchObject({ type: 'internal', guests: [] });
    expect(await meeting(list)).toMatchObject({ type: 'external', domains: ['brightwater.test'] });
  });

  test('case 32: an organizer missing from the guest list is added once', async () => {
    const { eventId } = await invite({ title: 'Hosted', start: inHours(5) });
    await sync();
    const { id, ...hosted } = await meeting(eventId);
    expect(hosted).toMatchObject({ type: 'external', guests: [host.email] });
    expect((await answersOf(id)).filter(({ email }) => email === host.email)).toHaveLength(1);
  });

  test('case 33: every verified address of the user counts as the user, regardless of case', async () => {
    await context.pool.query(sql.typeAlias('void')`
      insert into identities (issuer, subject, provider, user_id, email)
      values ('https://accounts.google.com', ${`alias-${provider}-${count}`}, 'google', ${account.userId}, 'robin.vale@oldname.test')
    `);
    const eventId = await person.add({ title: 'Just me', start: inHours(5), guests: ['Robin.Vale@OldName.test'] });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ type: 'internal', guests: [] });
  });

  test('case 33: the address of the user’s other calendar counts as the user', async () => {
    const other = provider === 'google' ? 'microsoft' : 'google';
    await context.pool.query(sql.typeAlias('void')`
      insert into calendar_integrations (user_id, provider, account_subject, account_email, status)
      values (${account.userId}, ${other}, 'other', ${`robin${count}@second.test`}, 'connected')
    `);
    const eventId = await person.add({
      title: 'Both of mine',
      start: inHours(5),
      guests: [`robin${count}@second.test`],
    });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ type: 'internal', guests: [] });
  });

  test('case 34: subdomain colleagues are internal, free-mail guests are external', async () => {
    const inside = await person.add(called('Inside', { guests: ['kim@eu.harborline.test'] }));
    const mixed = await person.add(called('Mixed', { start: inHours(6), guests: ['kim@eu.harborline.test', ines] }));
    const free = await person.add(called('Free', { start: inHours(7), guests: ['kim@gmail.com'] }));
    await sync();
    expect(await meeting(inside)).toMatchObject({ type: 'internal' });
    expect(await meeting(mixed)).toMatchObject({ type: 'mixed', guests: [ines] });
    expect(await meeting(free)).toMatchObject({ type: 'external', guests: ['kim@gmail.com'] });
  });

  test('case 35: a free-mail domain is not a company', async () => {
    const eventId = await person.add(called('Private person', { guests: ['kim@gmail.com', ines] }));
    await sync();
    expect(await meeting(eventId)).toMatchObject({ domains: ['brightwater.test'], guests: [ines, 'kim@gmail.com'] });
  });

  test('case 36: a meeting with hidden guests is marked, and briefed for its external organizer', async () => {
    const hidden = { title: 'Webinar', start: inHours(5), hidesGuests: true };
    const { eventId } = await invite(hidden, [ines, colleague]);
    const open = await person.add(called('Open', { start: inHours(7) }));
    await sync();
    const { id, ...webinar } = await meeting(eventId);
    expect(webinar).toMatchObject({ type: 'external', guests: [host.email], briefing: 'scheduled' });
    expect(await rowOf(id)).toMatchObject({ guestsHidden: true });
    expect(await rowOf((await meeting(open)).id)).toMatchObject({ guestsHidden: false });
  });

  test('case 36: all sixty guests of a large meeting are stored', async () => {
    const crowd = Array.from({ length: 60 }, (_, index) => `guest${index}@brightwater.test`);
    const eventId = await person.add(called('All of them', { guests: crowd }));
    await sync();
    const { guests } = await meeting(eventId);
    expect(guests).toHaveLength(60);
  });

  test('case 37: an excluded domain does not make a meeting external', async () => {
    await context.pool.query(sql.typeAlias('void')`
      insert into domain_exclusions (user_id, domain) values (${account.userId}, 'zoom.test')
    `);
    const alone = await person.add(called('Recorded', { guests: ['bot@eu.zoom.test'] }));
    const beside = await person.add(called('With a bot', { start: inHours(6), guests: ['bot@zoom.test', ines] }));
    await sync();
    expect(await meeting(alone)).toMatchObject({ type: 'internal', domains: [] });
    expect(await meeting(beside)).toMatchObject({ type: 'external', domains: ['brightwater.test'] });
  });

  test('case 39: an event without guests is not external', async () => {
    const eventId = await person.add({ title: 'Note to self', start: inHours(5) });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ type: 'internal', research: 'none', briefing: 'none' });
  });

  test('case 39: an event without guests is briefed on request until a colleague joins', async () => {
    const start = inHours(5);
    const eventId = await person.add({ title: 'Prepare the spring', start });
    await sync();
    const { id } = await meeting(eventId);
    await requestResearch(context.pool, id);
    await person.change(eventId, { start: inHours(6) });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ type: 'internal', briefing: 'scheduled', reason: null });
    await person.change(eventId, { guests: [colleague] });
    await sync();
    expect(await meeting(eventId)).toMatchObject({ briefing: 'none', reason: NO_BRIEFING.internal });
  });

  test('case 40: finds the join link in the location or text, even inside a Safe Links URL', async () => {
    const wrapped = `https://emea01.safelinks.protection.outlook.com/?url=${encodeURIComponent('https://us02web.zoom.us/j/81?pwd=x')}&data=05`;
    const byText = await person.add(called('By text', { text: `Join here:\n${wrapped}\n` }));
    const byPlace = await person.add(
      called('By place', { place: 'https://meet.google.com/abc-defg-hij', text: wrapped, start: inHours(6) }),
    );
    const evil = await person.add(called('Evil', { text: 'https://zoom.us.evil.test/j/1', start: inHours(7) }));
    await sync();
    const urlOf = async (eventId: string) => (await rowOf((await meeting(eventId)).id)).meetingUrl;
    expect(await urlOf(byText)).toBe('https://us02web.zoom.us/j/81?pwd=x');
    expect(await urlOf(byPlace)).toBe('https://meet.google.com/abc-defg-hij');
    expect(await urlOf(evil)).toBeNull();
  });

  test('case 41: users sharing a meeting have separate private copies', async () => {
    const second = await vendor.person(`second${count}@harborline.test`);
    const other = await connectCalendar(context, second, provider);
    const { eventId } = await invite({ title: 'Both of us', start: inHours(5), text: 'agenda' }, [second.email]);
    await sync();
    await sync(other);
    const own = await meeting(eventId);
    const [theirs, ...rest] = await listMeetings(context, other.userId);
    expect(rest).toEqual([]);
    expect(theirs).toMatchObject({ title: 'Both of us', type: 'mixed' });
    expect(theirs?.id).not.toBe(own.id);
    await person.answer(eventId, 'declined');
    await sync();
    await sync(other);
    expect(await meeting(eventId)).toMatchObject({ reason: NO_BRIEFING.declined });
    expect(await meetingOf(context, other.userId, theirs?.eventId ?? '')).toMatchObject({ briefing: 'scheduled' });
  });

  test('case 42: the briefing of an event created within the lead time is due immediately', async () => {
    const start = inHours(1);
    const eventId = await person.add(called('In an hour', { start }));
    await sync();
    const { dueAt, ...found } = await meeting(eventId);
    expect(found).toMatchObject({ research: 'pending', briefing: 'scheduled' });
    expect(dueAt?.getTime()).toBeLessThan(Date.now());
  });

  async function researched(meetingId: string) {
    await context.pool.query(sql.typeAlias('void')`
      update meetings set research_state = 'completed', researched_at = now() where id = ${meetingId}
    `);
  }

  async function decline(who: CalendarPerson, title: string) {
    const copy = (await who.list(inHours(0), inHours(48))).find((event) => event.title === title);
    await who.answer(copy?.id ?? '', 'declined');
  }

  async function ownAnswer(eventId: string) {
    const { id } = await meeting(eventId);
    const row = await context.pool.one(sql.type(z.object({ answer: z.string() }))`
      select user_response as answer from meetings where id = ${id}
    `);
    return row.answer;
  }
});

const answerRow = z.object({ email: z.string(), answer: z.string() });
const detailRow = z.object({
  description: z.string().nullable(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  documents: z.array(meetingDocument),
  visibility: z.string(),
  timeZone: z.string(),
  isAllDay: z.boolean(),
  guestsHidden: z.boolean(),
  seriesId: z.string().nullable(),
});

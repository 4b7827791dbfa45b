import type { Client } from '@microsoft/microsoft-graph-client';
import type { Event } from '@microsoft/microsoft-graph-types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import type { Started } from '#sandbox/start-vendor.ts';
import {
  control,
  eventIn,
  graphOf,
  readAll,
  refusal,
  startMicrosoft,
  utc,
  windowOf,
} from '#sandbox/tests/microsoft/graph-client.ts';

const [hannah, kai, lea] = ['hannah.birch@glassford.test', 'kai@outlook.com', 'lea@eastgate.test'];
let microsoft: Started<MicrosoftVendor>;
let organizer: Client;
let guest: Client;

beforeAll(async () => {
  microsoft = await startMicrosoft();
});
beforeEach(async () => {
  await microsoft.vendor.control.resetAll();
  for (const [email, name] of [
    [hannah, 'Hannah Birch'],
    [kai, 'Kai Lind'],
    [lea, 'Lea Org'],
  ]) {
    await control(microsoft.url, 'accounts', { email, name });
  }
  organizer = await graphOf(microsoft.url, hannah);
  guest = await graphOf(microsoft.url, kai);
});
afterAll(async () => {
  await microsoft.close();
});

test("a guest's copy shares the iCalUId but has its own id", async () => {
  const meeting = await invite();
  const copy = await onlyEventOf(guest);
  expect(copy).toMatchObject({
    subject: 'Tender',
    iCalUId: meeting.iCalUId,
    isOrganizer: false,
    organizer: { emailAddress: { name: 'Hannah Birch', address: hannah } },
    responseStatus: { response: 'notResponded' },
    showAs: 'tentative',
  });
  expect(copy.id).not.toBe(meeting.id);
  expect(copy.attendees?.map(({ type, emailAddress }) => [type, emailAddress?.address])).toEqual([
    ['required', kai],
    ['optional', 'out@elsewhere.test'],
    ['resource', 'room@glassford.test'],
  ]);
});

describe('in a meeting', () => {
  test.each([
    ['accept', 'accepted', 'busy'],
    ['tentativelyAccept', 'tentativelyAccepted', 'tentative'],
    ['decline', 'declined', 'free'],
  ])('%s shows in the guest’s and the organizer’s copies', async (action, response, showAs) => {
    const meeting = await invite();
    const copy = await onlyEventOf(guest);
    await guest.api(`/me/events/${copy.id}/${action}`).post({ comment: 'Fine', sendResponse: true });
    expect(await onlyEventOf(guest)).toMatchObject({ responseStatus: { response }, showAs });
    const seen: Event = await organizer.api(`/me/events/${meeting.id}`).get();
    expect(seen.attendees?.[0]?.status).toEqual({ response, time: expect.stringMatching(/^20/) });
    expect(seen.attendees?.[1]?.status?.response).toBe('none');
  });

  test("an unsent response changes only the guest's copy", async () => {
    const meeting = await invite();
    const copy = await onlyEventOf(guest);
    await guest.api(`/me/events/${copy.id}/accept`).post({ sendResponse: false });
    expect(await onlyEventOf(guest)).toMatchObject({ responseStatus: { response: 'accepted' } });
    const seen: Event = await organizer.api(`/me/events/${meeting.id}`).get();
    expect(seen.attendees?.[0]?.status?.response).toBe('none');
  });

  test('the organizer cannot respond, and a guest cannot cancel', async () => {
    const meeting = await invite();
    expect(await refusal(organizer.api(`/me/events/${meeting.id}/accept`).post({}))).toEqual([
      400,
      'ErrorInvalidRequest',
    ]);
    const copy = await onlyEventOf(guest);
    expect(await refusal(guest.api(`/me/events/${copy.id}/cancel`).post({}))).toEqual([400, 'ErrorInvalidRequest']);
  });

  test('proposing a new time is rejected if the meeting does not allow it', async () => {
    const proposedNewTime = { start: utc(Date.now()), end: utc(Date.now() + 60_000) };
    await invite({ allowNewTimeProposals: false });
    const copy = await onlyEventOf(guest);
    const decline = (body: object) => guest.api(`/me/events/${copy.id}/decline`).post(body);
    expect(await refusal(decline({ proposedNewTime, sendResponse: true }))).toEqual([400, 'ErrorInvalidRequest']);
    expect(await refusal(decline({ proposedNewTime, sendResponse: false }))).toEqual([400, 'ErrorInvalidRequest']);
  });

  test('a guest can respond to one occurrence', async () => {
    await invite({ recurrence: weekly() });
    const [first, second] = await viewOf(guest);
    await guest.api(`/me/events/${second?.id}/decline`).post({});
    expect((await viewOf(guest)).map(({ responseStatus }) => responseStatus?.response)).toEqual([
      'notResponded',
      'declined',
      'notResponded',
    ]);
    expect((await viewOf(organizer)).map(({ attendees }) => attendees?.[0]?.status?.response)).toEqual([
      'none',
      'declined',
      'none',
    ]);
    expect(first?.type).toBe('occurrence');
  });
});

describe('when the organizer makes changes', () => {
  test('guests see them, and responses reset only when the time moves', async () => {
    const meeting = await invite();
    const copy = await onlyEventOf(guest);
    await guest.api(`/me/events/${copy.id}/accept`).post({});
    await organizer.api(`/me/events/${meeting.id}`).patch({ subject: 'Tender, final' });
    expect(await onlyEventOf(guest)).toMatchObject({
      id: copy.id,
      subject: 'Tender, final',
      responseStatus: { response: 'accepted' },
    });
    const later = eventIn(9);
    const moved: Event = await organizer.api(`/me/events/${meeting.id}`).patch({ start: later.start, end: later.end });
    expect(moved.attendees?.map(({ status }) => status?.response)).toEqual(['none', 'none', 'none']);
    expect(await onlyEventOf(guest)).toMatchObject({
      id: copy.id,
      start: moved.start,
      responseStatus: { response: 'notResponded' },
    });
  });

  test('new guests are invited, and removed guests see the meeting as cancelled', async () => {
    const meeting = await invite();
    const other = await graphOf(microsoft.url, lea);
    await organizer.api(`/me/events/${meeting.id}`).patch({ attendees: [{ emailAddress: { address: lea } }] });
    expect(await onlyEventOf(other)).toMatchObject({ subject: 'Tender' });
    expect(await onlyEventOf(guest)).toMatchObject({ isCancelled: true });
  });

  test('guests see an exception of a series', async () => {
    await invite({ recurrence: weekly() });
    const [, second] = await viewOf(organizer);
    await organizer.api(`/me/events/${second?.id}`).patch({ subject: 'Special' });
    expect((await viewOf(guest)).map(({ subject, type }) => [subject, type])).toEqual([
      ['Tender', 'occurrence'],
      ['Special', 'exception'],
      ['Tender', 'occurrence'],
    ]);
  });

  test("cancelling removes the organizer's copy and marks the guests' copies", async () => {
    const meeting = await invite();
    await organizer.api(`/me/events/${meeting.id}/cancel`).post({ Comment: 'Not this week' });
    expect(await viewOf(organizer)).toEqual([]);
    expect(await onlyEventOf(guest)).toMatchObject({ isCancelled: true, subject: 'Canceled: Tender', showAs: 'free' });
  });

  test("the organizer's deletion cancels the meeting; a guest's removes only their copy", async () => {
    const meeting = await invite();
    const copy = await onlyEventOf(guest);
    await guest.api(`/me/events/${copy.id}`).delete();
    expect(await viewOf(guest)).toEqual([]);
    await expect(organizer.api(`/me/events/${meeting.id}`).get()).resolves.toMatchObject({ isCancelled: false });
    const other: Event = await organizer
      .api('/me/events')
      .post(eventIn(6, { subject: 'Other', attendees: [{ emailAddress: { address: kai } }] }));
    await organizer.api(`/me/events/${other.id}`).delete();
    expect(await onlyEventOf(guest)).toMatchObject({ isCancelled: true, subject: 'Canceled: Other' });
  });

  test('one occurrence can be cancelled', async () => {
    await invite({ recurrence: weekly() });
    const [, second] = await viewOf(organizer);
    await organizer.api(`/me/events/${second?.id}/cancel`).post({});
    expect(await viewOf(organizer)).toHaveLength(2);
    expect((await viewOf(guest)).map(({ isCancelled }) => isCancelled)).toEqual([false, true, false]);
  });

  test('guests see only themselves when the guest list is hidden', async () => {
    await invite({ hideAttendees: true });
    expect((await onlyEventOf(guest)).attendees?.map(({ emailAddress }) => emailAddress?.address)).toEqual([kai]);
  });
});

async function invite(more: Event = {}): Promise<Event> {
  const attendees = [
    { type: 'required', emailAddress: { name: 'Kai Lind', address: kai } },
    { type: 'optional', emailAddress: { address: 'out@elsewhere.test' } },
    { type: 'resource', emailAddress: { name: 'Room 2', address: 'room@glassford.test' } },
  ];
  return await organizer.api('/me/events').post({ ...eventIn(3), subject: 'Tender', attendees, ...more });
}

function weekly(): NonNullable<Event['recurrence']> {
  const startDate = eventIn(3).start?.dateTime?.slice(0, 10) ?? '';
  return { pattern: { type: 'daily', interval: 7 }, range: { type: 'numbered', startDate, numberOfOccurrences: 3 } };
}

async function viewOf(client: Client): Promise<Event[]> {
  return (await readAll(client, `/me/calendarView?${windowOf(1, 30)}`)).events;
}

async function onlyEventOf(client: Client): Promise<Event> {
  const [event, ...others] = await viewOf(client);
  if (!event || others.length > 0) throw new Error(`There are ${others.length + (event ? 1 : 0)} events.`);
  return event;
}

import { describe, expect, test } from 'vitest';
import { toEventChange } from '#providers/calendar/google/event.ts';

const timed = {
  id: 'e1',
  status: 'confirmed',
  start: { dateTime: '2026-03-02T10:00:00+01:00' },
  end: { dateTime: '2026-03-02T11:00:00+01:00' },
};

describe('a Google event', () => {
  test('case 4: needs only its id when cancelled', () => {
    expect(toEventChange({ id: 'e1', status: 'cancelled' }, 'UTC')).toEqual({ status: 'cancelled', eventId: 'e1' });
  });

  test('case 4: is unreadable without a time', () => {
    expect(toEventChange({ id: 'e1', status: 'confirmed' }, 'UTC')).toEqual({
      status: 'unreadable',
      eventId: 'e1',
      field: 'start',
    });
  });

  test('case 27: carries its instant, series and original start', () => {
    const instance = { recurringEventId: 'series', originalStartTime: { dateTime: '2026-03-02T08:00:00Z' } };
    expect(toEventChange({ ...timed, ...instance }, 'Europe/Paris')).toMatchObject({
      start: new Date('2026-03-02T09:00:00Z'),
      end: new Date('2026-03-02T10:00:00Z'),
      seriesId: 'series',
      originalStart: new Date('2026-03-02T08:00:00Z'),
      timeZone: 'Europe/Paris',
      userResponse: 'accepted',
    });
  });

  test('case 26: starts at midnight in the given zone, by default the calendar’s, when all-day', () => {
    const day = { ...timed, start: { date: '2026-03-02' }, end: { date: '2026-03-03' } };
    expect(toEventChange(day, 'America/New_York')).toMatchObject({
      isAllDay: true,
      start: new Date('2026-03-02T05:00:00Z'),
      end: new Date('2026-03-03T05:00:00Z'),
    });
    const read = toEventChange(day, 'America/New_York', 'Asia/Tokyo');
    expect(read).toMatchObject({ start: new Date('2026-03-01T15:00:00Z'), timeZone: 'Asia/Tokyo' });
  });

  test('case 40: prefers the video entry, then Meet link, location and description', () => {
    const event = {
      ...timed,
      conferenceData: {
        entryPoints: [
          { entryPointType: 'phone', uri: 'tel:1' },
          { entryPointType: 'video', uri: 'video' },
        ],
      },
      hangoutLink: 'meet',
      location: 'place',
      description: 'text',
    };
    expect(toEventChange(event, 'UTC')).toMatchObject({
      conferenceUrls: ['video', 'meet'],
      joinUrlCandidates: ['place', 'text'],
    });
  });

  test('keeps readable attachments up to Google’s limit', () => {
    const url = 'https://docs.google.com/document/d/1/edit';
    const odd = [{ title: 'x' }, 'x', { fileUrl: 7 }, { fileUrl: `https://x.test/${'x'.repeat(2000)}` }];
    const attachments = [...odd, ...Array.from({ length: 40 }, () => ({ fileUrl: url, mimeType: 'x' }))];
    const read = toEventChange({ ...timed, attachments }, 'UTC');
    expect(read).toMatchObject({ attachments: Array.from({ length: 25 }, () => ({ title: '', url })) });
    expect(toEventChange({ ...timed, attachments: 'none' }, 'UTC')).toMatchObject({ attachments: [] });
  });

  test.for(['outOfOffice', 'focusTime', 'workingLocation', 'birthday', 'fromGmail'])(
    'case 38: of type %s is not a meeting',
    (eventType) => {
      expect(toEventChange({ ...timed, eventType }, 'UTC')).toMatchObject({ isPlaceholder: true });
    },
  );

  test('case 36: reports missing guests, but not if hidden by the user as organizer', () => {
    const hidden = { ...timed, guestsCanSeeOtherGuests: false };
    expect(toEventChange(hidden, 'UTC')).toMatchObject({ attendeesOmitted: true });
    expect(toEventChange({ ...hidden, organizer: { self: true } }, 'UTC')).toMatchObject({ attendeesOmitted: false });
    expect(toEventChange({ ...timed, attendeesOmitted: true }, 'UTC')).toMatchObject({ attendeesOmitted: true });
  });

  test('case 29: is private if its visibility is confidential, but not if public', () => {
    expect(toEventChange({ ...timed, visibility: 'confidential' }, 'UTC')).toMatchObject({ isPrivate: true });
    expect(toEventChange({ ...timed, visibility: 'public' }, 'UTC')).toMatchObject({ isPrivate: false });
  });
});

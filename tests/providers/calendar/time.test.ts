import { afterEach, describe, expect, test } from 'vitest';
import { toEventChange as fromGoogle } from '#providers/calendar/google/event.ts';
import { readEvent as fromGraph } from '#providers/calendar/microsoft/event.ts';
import { toDayStart, toIanaZone, toInstant } from '#providers/calendar/time.ts';

const machineZone = process.env['TZ'];
afterEach(() => {
  if (machineZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = machineZone;
});

/** Each zone with its `getTimezoneOffset` on 2 March 2026, in minutes. */
describe.each([
  ['UTC', 0],
  ['America/Los_Angeles', 480],
  ['Asia/Kolkata', -330],
])('on a machine in %s', (zone, offset) => {
  test('a time is read in its own zone or a default, never the machine’s', () => {
    process.env['TZ'] = zone;
    expect(new Date('2026-03-02T12:00:00').getTimezoneOffset()).toBe(offset);

    const google = (start: object) => fromGoogle({ id: 'e', start, end: start }, 'Europe/Berlin', 'Asia/Tokyo');
    const at = '2026-03-02T10:00:00';
    expect(google({ dateTime: at })).toMatchObject({ start: new Date('2026-03-02T09:00:00Z') });
    expect(google({ dateTime: at, timeZone: 'America/New_York' })).toMatchObject({
      start: new Date('2026-03-02T15:00:00Z'),
    });
    expect(google({ dateTime: at, timeZone: 'Nowhere' })).toMatchObject({
      start: new Date('2026-03-02T09:00:00Z'),
      timeZone: 'Europe/Berlin',
    });
    expect(google({ dateTime: `${at}-05:00` })).toMatchObject({ start: new Date('2026-03-02T15:00:00Z') });
    expect(google({ date: '2026-03-02' })).toMatchObject({ start: new Date('2026-03-01T15:00:00Z') });

    const graph = (start: object) => fromGraph({ id: 'e', start, end: start });
    expect(graph({ dateTime: `${at}.0000000` })).toMatchObject({ start: new Date('2026-03-02T10:00:00Z') });
    expect(graph({ dateTime: at, timeZone: 'Tokyo Standard Time' })).toMatchObject({
      start: new Date('2026-03-02T01:00:00Z'),
    });
  });
});

test.each([
  '2026-03-02',
  '2026-02-30T10:00:00Z',
  '2026-03-02 10:00:00',
  '2026-03-02T25:00:00Z',
  '2026-03-02T10:00:00 Europe/Berlin',
  '10000-01-01T00:00:00Z',
  '9999-12-31T23:00:00-02:00',
  '0000-12-31T00:00:00Z',
  'soon',
  '',
])('"%s" is not a time', (text) => {
  expect(toInstant(text, 'UTC')).toBeNull();
});

test('a time without offset or known zone is null', () => {
  expect(toInstant('2026-03-02T10:00:00', null)).toBeNull();
});

test.each(['2026-02-30', '2026-03-02T00:00:00Z', '20260302', ''])('"%s" is not a date', (text) => {
  expect(toDayStart(text, 'UTC')).toBeNull();
});

test.each([
  ['Customized Time Zone', null],
  ['tzone://Microsoft/Custom', null],
  ['tzone://Microsoft/Utc', 'UTC'],
  ['Pacific Standard Time', 'America/Los_Angeles'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['+02:00', null],
  [null, null],
] as const)('the zone %s becomes %s', (name, zone) => {
  expect(toIanaZone(name)).toBe(zone);
});

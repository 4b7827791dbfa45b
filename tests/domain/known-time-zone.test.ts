import { expect, test } from 'vitest';
import { knownTimeZone } from '#domain/known-time-zone.ts';

test.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'UTC'])('%s is a time zone', (zone) => {
  expect(knownTimeZone(zone)).toBe(zone);
});

test.each([undefined, '', 'Mars/Olympus', '+02:00', ' Europe/Berlin', "x'; drop"])('%j is not a time zone', (text) => {
  expect(knownTimeZone(text)).toBeNull();
});

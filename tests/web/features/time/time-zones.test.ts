import { afterEach, expect, test, vi } from 'vitest';
import { listZones, searchZones } from '#web/features/time/time-zones.ts';

afterEach(() => vi.restoreAllMocks());

const zones = listZones(Date.parse('2026-01-15T12:00:00Z'));

function found(query: string): string[] {
  return searchZones(zones, query).map(({ name }) => name);
}

test.each([
  ['part of its city', 'new yo', 'America/New_York'],
  ['its offset', 'gmt+9', 'Asia/Tokyo'],
  ['its long name', 'India', 'Asia/Calcutta'],
  ["its city's current name", 'Kolkata', 'Asia/Calcutta'],
  ["its city's multi-word current name", 'ho chi minh', 'Asia/Saigon'],
  ["its city's name with accents", 'São Paulo', 'America/Sao_Paulo'],
  ['its full current name', 'Europe/Kyiv', 'Europe/Kiev'],
])('a zone is found by %s', (_, query, name) => {
  expect(found(query).map(canonical)).toContain(canonical(name));
});

test('a zone is found by its alias in browsers that do not normalize it to the listed name', () => {
  const listed = new Set(zones.map(({ name }) => name));
  const other = ['Asia/Calcutta', 'Asia/Kolkata'].find((name) => !listed.has(name)) ?? '';
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: other });
  expect(found(other.slice('Asia/'.length))).toEqual([other]);
});

test('words that match no zone find nothing', () => {
  expect(found('Atlantis')).toEqual([]);
});

/** Browsers list different names for the same zone. */
function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}

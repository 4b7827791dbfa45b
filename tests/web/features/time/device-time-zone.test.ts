import { afterEach, expect, test, vi } from 'vitest';
import { deviceTimeZone } from '#web/features/time/device-time-zone.ts';
import { timeValue } from '#web/features/time/format-time.ts';
import { listZones } from '#web/features/time/time-zones.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Etc/Unknown', 'UTC'],
])('a device in %s shows times in %s', (named, used) => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: named });
  expect(deviceTimeZone()).toBe(used);
  expect(() => timeValue('2026-11-21T12:30:00.000Z', deviceTimeZone())).not.toThrow();
  expect(listZones(0)[0]).toMatchObject({ name: used, isDevice: true });
});

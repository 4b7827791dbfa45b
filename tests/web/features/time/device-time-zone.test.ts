import { afterEach, expect, test, vi } from 'vitest';
import { deviceTimeZone } from '#web/features/time/device-time-zone.ts';
import { timeValue } from '#web/features/time/format-time.ts';
import { listZones } from '#web/features/time/time-zones.ts';
import { shownZone } from '#web/features/time/use-time-zone.ts';

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

test('times are shown in the chosen zone, or the device’s if the browser does not support it', () => {
  expect(shownZone('Asia/Tokyo')).toBe('Asia/Tokyo');
  for (const chosen of ['Mars/Olympus', undefined]) {
    expect(shownZone(chosen)).toBe(deviceTimeZone());
    expect(() => timeValue('2026-11-21T12:30:00.000Z', shownZone(chosen))).not.toThrow();
  }
});

import { expect, test } from 'vitest';
import type { Profile } from '#contract/users.ts';
import { afterSaving, changedFields, toInput } from '#web/features/profile/changed-fields.ts';
import { searchZones } from '#web/features/time/time-zones.ts';

const saved: Profile = {
  firstName: 'Robin',
  lastName: 'Vale',
  email: 'robin@harborline.test',
  emailVerified: true,
  companyDomain: null,
  jobTitle: null,
  offering: null,
  meetingGoal: 'Find out who decides.',
  timezone: 'UTC',
  briefingLanguage: 'en',
  locale: 'en-GB',
  hourCycle: null,
  emailNotifications: true,
  mailStopped: null,
};

test('changedFields returns only what differs', () => {
  expect(changedFields(toInput(saved), toInput(saved))).toBeNull();
  const input = { ...toInput(saved), companyDomain: 'harborline.test', emailNotifications: false };
  expect(changedFields(toInput(saved), input)).toEqual({ companyDomain: 'harborline.test', emailNotifications: false });
});

test('afterSaving merges saved values with later edits', () => {
  const sent = { ...toInput(saved), companyDomain: 'Harborline.test', jobTitle: 'Sales' };
  const typed = { ...sent, jobTitle: 'Head of Sales' };
  const now = { ...saved, companyDomain: 'harborline.test', jobTitle: 'Sales', offering: 'Sensors.' };
  const shown = afterSaving(now, sent, typed);
  expect(shown).toEqual({ ...toInput(now), jobTitle: 'Head of Sales' });
  expect(changedFields(toInput(now), shown)).toEqual({ jobTitle: 'Head of Sales' });
});

test('searchZones matches words in the name and the offset', () => {
  const zones = [
    { name: 'America/New_York', offset: 'GMT-5', isDevice: false },
    { name: 'Asia/Tokyo', offset: 'GMT+9', isDevice: false },
  ];
  const names = (query: string) => searchZones(zones, query).map(({ name }) => name);
  expect(names('new york')).toEqual(['America/New_York']);
  expect(names('york america')).toEqual(['America/New_York']);
  expect(names('gmt+9')).toEqual(['Asia/Tokyo']);
  expect(names('')).toHaveLength(2);
});

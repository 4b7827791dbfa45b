import { expect, test } from 'vitest';
import { isGroupAddress } from '#domain/group-address.ts';

test.for([
  'sales@brightwater.test',
  'Team@brightwater.test',
  'team-berlin@brightwater.test',
  'all+eu@brightwater.test',
  'no-reply@brightwater.test',
  'leonie.hartmann@googlegroups.com',
  'leonie.hartmann@groups.google.com',
])('case 31: %s is a group', (email) => {
  expect(isGroupAddress(email)).toBe(true);
});

test.for([
  'leonie.hartmann@brightwater.test',
  'sally@brightwater.test',
  'leonie.sales@brightwater.test',
  'teamer@brightwater.test',
  '@brightwater.test',
])('case 31: %s is treated as a person', (email) => {
  expect(isGroupAddress(email)).toBe(false);
});

import { describe, expect, test } from 'vitest';
import { initialCompanyDomain } from '#domain/company-domain.ts';
import { usagePercentage, usagePeriod } from '#domain/usage.ts';

const NOW = new Date('2026-12-31T23:59:59.000Z');

describe('usagePeriod', () => {
  test('is the calendar month in UTC for those who do not pay, also at the end of the year', () => {
    expect(usagePeriod(null, NOW)).toEqual({
      start: new Date('2026-12-01T00:00:00.000Z'),
      end: new Date('2027-01-01T00:00:00.000Z'),
    });
  });

  test('is the paid period while it runs', () => {
    const start = new Date('2026-12-20T08:00:00.000Z');
    const end = new Date('2027-01-20T08:00:00.000Z');
    expect(usagePeriod({ currentPeriodStart: start, currentPeriodEnd: end }, NOW)).toEqual({ start, end });
  });

  test('is the month again once the paid period is over, or unknown', () => {
    const over = { currentPeriodStart: new Date('2026-11-01Z'), currentPeriodEnd: new Date('2026-12-01Z') };
    expect(usagePeriod(over, NOW)).toEqual(usagePeriod(null, NOW));
    expect(usagePeriod({ currentPeriodStart: null, currentPeriodEnd: null }, NOW)).toEqual(usagePeriod(null, NOW));
  });
});

test.each([
  [0, 60, 0],
  [48, 60, 80],
  [60, 60, 100],
  [75, 60, 100],
  [1, 0, 100],
])('%i of %i is %i percent', (used, limit, percentage) => {
  expect(usagePercentage(used, limit)).toBe(percentage);
});

test.each([
  ['ada@brightwater.test', 'brightwater.test'],
  ['ada@mail.brightwater.test', 'mail.brightwater.test'],
  ['ada@gmail.com', null],
  ['"odd@local"@brightwater.test', 'brightwater.test'],
])('the company domain of %s starts as %s', (address, domain) => {
  expect(initialCompanyDomain(address)).toBe(domain);
});

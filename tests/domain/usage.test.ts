import { describe, expect, test } from 'vitest';
import { initialCompanyDomain } from '#domain/company-domain.ts';
import { usagePercentage, usagePeriod } from '#domain/usage.ts';

const NOW = new Date('2026-12-31T23:59:59.000Z');

describe('usagePeriod', () => {
  test('is the calendar month in UTC without a subscription, including December', () => {
    expect(usagePeriod(null, NOW)).toEqual({
      start: new Date('2026-12-01T00:00:00.000Z'),
      end: new Date('2027-01-01T00:00:00.000Z'),
    });
  });

  test('is the current paid period', () => {
    const start = new Date('2026-12-20T08:00:00.000Z');
    const end = new Date('2027-01-20T08:00:00.000Z');
    expect(usagePeriod({ currentPeriodStart: start, currentPeriodEnd: end, periodSeenAt: null }, NOW)).toEqual({
      start,
      end,
    });
  });

  test.each([
    ['2026-03-31T12:00:00.000Z', '2026-03-31T12:00:00.000Z', '2026-04-30T12:00:00.000Z'],
    ['2026-04-30T11:59:59.000Z', '2026-03-31T12:00:00.000Z', '2026-04-30T12:00:00.000Z'],
    ['2026-04-30T12:00:00.000Z', '2026-04-30T12:00:00.000Z', '2026-05-31T12:00:00.000Z'],
    ['2027-01-01T00:00:00.000Z', '2026-12-31T12:00:00.000Z', '2027-01-31T12:00:00.000Z'],
    ['2027-03-31T11:00:00.000Z', '2027-02-28T12:00:00.000Z', '2027-03-31T12:00:00.000Z'],
  ])('is a month within a yearly plan: %s falls in %s to %s', (now, start, end) => {
    const year = {
      currentPeriodStart: new Date('2026-03-31T12:00:00.000Z'),
      currentPeriodEnd: new Date('2027-03-31T12:00:00.000Z'),
      periodSeenAt: null,
    };
    expect(usagePeriod(year, new Date(now))).toEqual({ start: new Date(start), end: new Date(end) });
  });

  test('is the whole trial, even if it is longer than a short month', () => {
    const trial = {
      currentPeriodStart: new Date('2027-02-10Z'),
      currentPeriodEnd: new Date('2027-03-12Z'),
      periodSeenAt: null,
    };
    expect(usagePeriod(trial, new Date('2027-03-11Z'))).toEqual({
      start: new Date('2027-02-10Z'),
      end: new Date('2027-03-12Z'),
    });
  });

  test('falls back to the calendar month after or without a paid period', () => {
    const over = {
      currentPeriodStart: new Date('2026-11-01Z'),
      currentPeriodEnd: new Date('2026-12-01Z'),
      periodSeenAt: null,
    };
    expect(usagePeriod(over, NOW)).toEqual(usagePeriod(null, NOW));
    expect(usagePeriod({ currentPeriodStart: null, currentPeriodEnd: null, periodSeenAt: null }, NOW)).toEqual(
      usagePeriod(null, NOW),
    );
  });

  test('starts when we learned of a period if the provider’s clock is ahead', () => {
    const periodSeenAt = new Date('2026-12-31T23:00:00.000Z');
    const month = { currentPeriodStart: new Date('2027-01-20Z'), currentPeriodEnd: new Date('2027-02-20Z') };
    const ahead = { ...month, periodSeenAt };
    expect(usagePeriod(ahead, NOW)).toEqual({ start: periodSeenAt, end: month.currentPeriodEnd });
    expect(usagePeriod({ ...ahead, currentPeriodEnd: new Date('2028-01-20Z') }, NOW)).toEqual({
      start: periodSeenAt,
      end: month.currentPeriodEnd,
    });
    const begun = new Date('2027-01-20Z');
    expect(usagePeriod(ahead, begun)).toEqual({ start: begun, end: month.currentPeriodEnd });
    expect(usagePeriod({ ...month, periodSeenAt: null }, NOW)).toEqual(usagePeriod(null, NOW));
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
  ['ada@alum.mit.edu', null],
  ['"odd@local"@brightwater.test', 'brightwater.test'],
])('the company domain of %s defaults to %s', (address, domain) => {
  expect(initialCompanyDomain(address)).toBe(domain);
});

import { describe, expect, test } from 'vitest';
import { pageDate } from '#domain/page-date.ts';

const readAt = new Date('2026-11-22T01:30:00.000Z');

describe('pageDate', () => {
  test.each([
    ['3 days ago', 'November 19, 2026'],
    ['1 day ago', 'November 21, 2026'],
    ['yesterday', 'November 21, 2026'],
    ['Today', 'November 22, 2026'],
    ['2 hours ago', 'November 21, 2026'],
    ['5 hr. ago', 'November 21, 2026'],
    ['45 min ago', 'November 22, 2026'],
    ['6d ago', 'November 16, 2026'],
  ])('reads %s as the day %s', (age, date) => {
    expect(pageDate(age, readAt)).toBe(date);
  });

  test.each([
    ['2 weeks ago', 'November 2026'],
    ['5 weeks ago', 'October 2026'],
    ['1 month ago', 'October 2026'],
    ['last week', 'November 2026'],
    ['11 months ago', 'December 2025'],
    ['3mo ago', 'August 2026'],
    ['2 years ago', '2024'],
  ])('reads %s as no more precise than %s', (age, date) => {
    expect(pageDate(age, readAt)).toBe(date);
  });

  test.each(['November 3, 2026', '3 November 2026', 'November 2026', '2026-11-03'])('keeps %s', (age) => {
    expect(pageDate(age, readAt)).toBe(age);
  });

  test.each([null, '', 'recently', 'updated ages ago', 'in 2019 or so', '3 fortnights ago', '2 apples'])(
    'drops %s',
    (age) => {
      expect(pageDate(age, readAt)).toBeNull();
    },
  );
});

import { describe, expect, test } from 'vitest';
import { saysAgain } from '#domain/same-fact.ts';

const WRONG = 'Brightwater raised 12 million euros in October 2026.';

describe('a fact reported as wrong', () => {
  test.each([
    [WRONG],
    ['In October 2026 Brightwater raised 12 million euros.'],
    ['Brightwater raised 12 million euros.'],
    ['Ask how Brightwater, which raised 12 million euros in October 2026, will spend it on its pumps.'],
  ])('is repeated by: %s', (text) => {
    expect(saysAgain(text, WRONG)).toBe(true);
  });

  test.each([
    ['Brightwater raised 14 million euros in October 2026.'],
    ['Lumenfield raised 12 million euros in October 2026.'],
    ['Brightwater opened an office in Gothenburg in October 2026.'],
    ['Brightwater makes pumps.'],
  ])('is not repeated by: %s', (text) => {
    expect(saysAgain(text, WRONG)).toBe(false);
  });

  test('is not repeated by the same fact about someone else, in a script without capitals', () => {
    expect(saysAgain('田中氏は調達部長である。', '佐藤氏は調達部長である。')).toBe(false);
    expect(saysAgain('2024年から佐藤氏は調達部長である。', '佐藤氏は2024年から調達部長である。')).toBe(true);
  });

  test('must match word for word if short', () => {
    expect(saysAgain('Head of Sales', 'head of sales')).toBe(true);
    expect(saysAgain('Head of Sales at Brightwater since 2024', 'Head of Sales')).toBe(false);
  });
});

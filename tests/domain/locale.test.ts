import { describe, expect, test } from 'vitest';
import type { BriefingLanguage } from '#domain/enumerations.ts';
import { briefingLanguageOf, clockOf, knownLocale, writtenClock, writtenLocale } from '#domain/locale.ts';

describe('a locale', () => {
  test.each([
    ['en-gb', 'en-GB'],
    ['de', 'de'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    // An extension would change the calendar or the numerals.
    ['de-DE-u-ca-buddhist', 'de-DE'],
  ])('%s is stored as %s', (text, kept) => {
    expect(knownLocale(text)).toBe(kept);
  });

  test.each(['', 'English', 'xx-YY', 'en_GB', '../etc', 'C', 'de-'.repeat(40), undefined])('%j is rejected', (text) => {
    expect(knownLocale(text)).toBeNull();
  });

  test.each([
    ['pt-BR', 'pt'],
    ['ja', 'ja'],
    ['pl-PL', 'en'],
  ])('%s defaults to briefings in %s', (locale, language) => {
    expect(briefingLanguageOf(locale)).toBe(language);
  });
});

describe('dates', () => {
  const DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const date = new Date('2026-11-23T12:30:00.000Z');
  const text = (language: BriefingLanguage, locale: string) =>
    new Intl.DateTimeFormat(writtenLocale({ language, locale }), { ...DATE, timeZone: 'UTC' }).format(date);

  test.each([
    ['en', 'en-GB', 'Monday 23 November'],
    ['en', 'en-US', 'Monday, November 23'],
    ['en', 'de-DE', 'Monday, 23 November'],
    ['de', 'de-AT', 'Montag, 23. November'],
    ['de', 'en-US', 'Montag, 23. November'],
    ['ja', 'en-GB', '11月23日月曜日'],
  ] as const)('in %s for locale %s read %s', (language, locale, expected) => {
    expect(text(language, locale)).toBe(expected);
  });

  test('in English follow British order in regions without English data', () => {
    for (const locale of ['th-TH', 'fa-IR', 'fr-FR', 'ko-KR', 'en-BR', 'en-KR'])
      expect(text('en', locale)).toMatch(/23 November/);
  });
});

test.each([
  ['en-GB', null, 'h23'],
  ['en-US', null, 'h12'],
  ['de-DE', null, 'h23'],
  ['ja-JP', null, 'h23'],
  // Regions without English data.
  ['en-BR', null, 'h23'],
  ['en-KR', null, 'h12'],
  ['en-US', 'h23', 'h23'],
  ['de-DE', 'h12', 'h12'],
] as const)('the clock for locale %s with preference %s is %s', (locale, hourCycle, expected) => {
  expect(clockOf({ locale, hourCycle })).toBe(expected);
});

test.each([
  ['en', 'en-US', null, 'h12'],
  ['en', 'ja-JP', 'h12', 'h12'],
  ['ja', 'ja-JP', 'h12', 'h11'],
  ['ja', 'en-US', null, 'h11'],
  ['ja', 'ja-JP', null, 'h23'],
] as const)('in %s for locale %s with preference %s, times use %s', (language, locale, hourCycle, expected) => {
  expect(writtenClock({ language, locale, hourCycle })).toBe(expected);
});

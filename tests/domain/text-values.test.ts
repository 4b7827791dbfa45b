import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readValues } from '#domain/text-values.ts';

const LOCALES = 'en en-IN de de-CH fr es it pt nl pl ru tr ja zh ko ar-EG hi fi sv cs'.split(' ');

const worths = (text: string) => readValues(text).figures.flatMap(({ readings }) => readings.map(({ value }) => value));
const near = (value: number) => expect.closeTo(value, value > 1e6 ? -2 : 3);

describe('a figure', () => {
  test.each<[string, number]>([
    ['revenue of €1.2 billion', 1.2e9],
    ['売上高は12億円', 1.2e9],
    ['Umsatz 1,2 Mrd. €', 1.2e9],
    ['3.400 millones de euros', 3.4e9],
    ['3,4 mil millones', 3.4e9],
    ['1億2000万', 1.2e8],
    ['2万3,000トン', 23_000],
    ['3조 4500억 원', 3.45e12],
    ['3兆4,500億円', 3.45e12],
    ['CHF 12’500.50', 12_500.5],
    ['12,34,567 people', 1_234_567],
    ['१२,३४,५६७ रुपये', 1_234_567],
    ['٣٫٥ مليون ريال', 3.5e6],
    ['12 Mio. Kč', 1.2e7],
    ['5 tys. osób', 5_000],
    ['1 384 fte', 1_384],
    ['1 384,5 fte', 1_384.5],
  ])('%s is read as %d', (text, value) => {
    expect(worths(text)).toContainEqual(near(value));
  });

  test('may have several readings if separators are ambiguous', () => {
    expect(worths('1.200')).toEqual([1_200, 1.2]);
    expect(worths('2024 300')).toEqual([2_024, 300]);
  });

  test('in a name is marked as part of the name', () => {
    expect(readValues('A320, ISO9001 and 5G').figures.map(({ isName }) => isName)).toEqual([true, true, true]);
  });

  test.each([
    ['three hundred thousand people', true],
    ['dreihunderttausend Menschen', true],
    ['settecentomila litri', true],
    ['単位:百万円', true],
    ['in TEUR', true],
    ['12 million people', false],
  ])('%s has a magnitude without digits: %s', (text, isLoose) => {
    expect(readValues(text).loose.hasMagnitude).toBe(isLoose);
  });

  test.each([
    ['EUR 5', 'EUR'],
    ['US$5', 'USD'],
    ['5 zł', 'PLN'],
    ['5 euros', 'EUR'],
    ['5 Prozent', 'percent'],
    ['%5', 'percent'],
    ['5 kilometres', 'kilometer'],
    ['5 miles', 'mile'],
    ['5 jaar', 'year'],
    ['45 كيلومترًا', 'kilometer'],
    ['20 de ani', 'year'],
    ['10 hektāru', 'hectare'],
  ])('%s is measured in %s', (text, unit) => {
    expect(readValues(text).figures[0]?.units).toContain(unit);
  });

  test.each([
    ['US$85', 'USD'],
    ['R$ 85', 'BRL'],
    ['HK$ 85', 'HKD'],
  ])('%s has one unambiguous currency: %s', (text, currency) => {
    expect([...(readValues(text).figures[0]?.units ?? [])]).toEqual([currency]);
  });
});

describe('a date', () => {
  test.each<[string, number | null, number]>([
    ['since 1 April 2024', 2024, 4],
    ['May 1st, 2023', 2023, 5],
    ['1er mai 2023', 2023, 5],
    ['1 de mayo de 2023', 2023, 5],
    ['1 мая 2023 г.', 2023, 5],
    ['toukokuussa 2024', 2024, 5],
    ['ngày 1 tháng 5 năm 2023', 2023, 5],
    ['1 พฤษภาคม 2566', 2023, 5],
    ['2023年5月1日', 2023, 5],
    ['令和7年4月', 2025, 4],
    ['民國114年5月', 2025, 5],
    ['31.12.2024', 2024, 12],
    ['2024-12-31', 2024, 12],
  ])('%s is in %d, month %d', (text, year, month) => {
    const { figures, months } = readValues(text);
    expect(figures.flatMap(({ years }) => years)).toContain(year);
    expect([...months.any]).toContain(month);
  });

  test('has a definite month only if it is written unambiguously', () => {
    expect([...readValues('It may sell the site on 04/05/2026').months.sure]).toEqual([]);
    expect([...readValues('It sold the site on 4 April 2026').months.sure]).toEqual([4]);
  });

  test.each<[string, number]>([
    ['令和元年に設立', 2019],
    ['民國114年', 2025],
    ['พ.ศ. 2568', 2025],
    ['در سال ۱۴۰۴', 2025],
    ['seit 2018', 2018],
  ])('%s is in %d', (text, year) => {
    expect(readValues(text).figures.flatMap(({ years }) => years)).toContain(year);
  });
});

describe('values formatted by Intl are read back', () => {
  test.each(LOCALES)('figures in %s', (locale) => {
    const check = (options: Intl.NumberFormatOptions, value: number) => {
      const text = new Intl.NumberFormat(locale, options).format(value);
      expect({ text, worths: worths(`x ${text} y`) }).toEqual({ text, worths: expect.arrayContaining([near(value)]) });
    };
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 9_999_999 }), fc.integer({ min: 1, max: 999 }), (whole, part) => {
        check({}, whole);
        check({ minimumFractionDigits: 2 }, whole + 0.25);
        const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(part / 100);
        expect([percent, ...(readValues(percent).figures[0]?.units ?? [])]).toEqual([percent, 'percent']);
        check({ style: 'currency', currency: 'EUR' }, whole);
        check({ notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 }, part * 10 ** 6);
      }),
      { numRuns: 60, seed: 18 },
    );
  });

  test.each(LOCALES)('dates in %s', (locale) => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1960-01-01'), max: new Date('2039-12-31'), noInvalidDate: true }),
        (date) => {
          const text = format.format(date);
          const { figures, months } = readValues(text);
          const read = { text, years: figures.flatMap(({ years }) => years), months: [...months.any] };
          const wanted = { years: [date.getUTCFullYear()], months: [date.getUTCMonth() + 1] };
          expect(read).toMatchObject({
            text,
            years: expect.arrayContaining(wanted.years),
            months: expect.arrayContaining(wanted.months),
          });
        },
      ),
      { numRuns: 60, seed: 18 },
    );
  });
});

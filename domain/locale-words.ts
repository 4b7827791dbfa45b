/** The powers of ten and units that a word next to a figure can mean. */
export type FigureWord = { powers: Set<number>; units: Set<string> };

/** Languages of business pages. Their words come from ICU, which ships with Node. */
const LANGUAGES =
  'en en-GB en-IN de fr es it pt pt-PT nl sv da nb fi is et lv lt pl cs sk sl hr sr sr-Latn bs mk bg ro hu el ru uk be tr az kk uz ka hy he ar fa ur hi bn mr gu pa ta te kn ml th vi id ms fil sw af ca eu gl ga cy ja zh zh-Hant ko'.split(
    ' ',
  );
const UNITS = 'percent year month week day hour minute kilometer meter mile kilogram hectare acre liter'.split(' ');
/** Numerals that multiply, which ICU has only in compounds: 百万 is a million. */
const HAN_POWERS = { 十: 1, 百: 2, 千: 3, 萬: 4, 億: 8, 兆: 12 };
const HAN_NUMERALS = '〇一二三四五六七八九十百千万萬億亿兆';
/** Counts tried in every language, and counts among which every plural form of a language occurs. */
const COUNTS = [1, 2, 5, 1.5];
const PLURAL_COUNTS = [...Array(101).keys(), 1_000_000];
const COMPACT_POWERS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const FIGURE_PARTS = new Set(['integer', 'fraction']);
/** Calendars, and whether they count years by era. */
const CALENDARS = { japanese: true, roc: true, buddhist: false, persian: false };
const [FIRST_YEAR, LAST_YEAR] = [1912, 2045];

/**
 * Normalizes text before reading values: compatibility forms unified, invisible characters removed, digits of every
 * script as 0 to 9.
 */
export function foldText(text: string): string {
  const unified = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('元年', '1年');
  // Unicode aligns each script's ten digits to a multiple of ten from its zero.
  return unified
    .replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

/**
 * Returns the possible meanings of words next to figures, by word in lower case without a full stop. Currency codes are
 * in capitals, since they include TOP and ALL.
 */
export const figureWords = once(() => {
  const words = new Map<string, FigureWord>();
  const wordOf = (text: string) => {
    const folded = plain(text);
    const known = words.get(folded) ?? { powers: new Set(), units: new Set() };
    if (folded !== '' && !/\d/.test(folded)) words.set(folded, known);
    return known;
  };
  for (const [numeral, power] of Object.entries(HAN_POWERS)) wordOf(numeral).powers.add(power);
  const codes = Intl.supportedValuesOf('currency');
  for (const code of codes) {
    words.set(code, { powers: new Set(), units: new Set([code]) });
    const symbols = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
    const symbol = partOf(new Intl.NumberFormat('en', symbols), 5, 'currency');
    if (!/^\p{L}$/u.test(symbol)) wordOf(symbol).units.add(code);
  }
  for (const language of LANGUAGES) {
    const counts = countsOf(language);
    for (const compactDisplay of ['short', 'long'] as const) {
      const format = new Intl.NumberFormat(language, { notation: 'compact', compactDisplay, numberingSystem: 'latn' });
      for (const [word, power] of compactWords(format, counts)) wordOf(word).powers.add(power);
    }
    for (const unit of UNITS) {
      const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
      for (const count of counts)
        wordOf(partOf(format, count, 'unit') || partOf(format, count, 'percentSign')).units.add(unit);
    }
    const names = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' });
    for (const code of codes) {
      const name = names.of(code) ?? '';
      // `dollar` on its own can be any dollar.
      for (const word of [name, ...name.split(/[\s-]/).filter(({ length }) => length > 3)])
        wordOf(word).units.add(code);
    }
  }
  wordOf('%').units.add('percent');
  return words;
});

/**
 * Returns a pattern for multipliers: words, long ones also at the end of a compound (`dodicimila`), and symbols (`M€`,
 * `TEUR`).
 */
export const magnitude = once(() => {
  const words = [...figureWords()].flatMap(([word, { powers }]) =>
    powers.size > 0 && /^\p{L}{3,}$/u.test(word) ? [word] : [],
  );
  const short = words.filter(({ length }) => length < 4).join('|');
  const long = words.filter(({ length }) => length >= 4).join('|');
  const signs = String.raw`[kKmMtTbB]n?\p{Sc}|(?<!\p{L})[kKMTB]\p{Lu}{3}(?!\p{L})`;
  return new RegExp(
    String.raw`[${HAN_NUMERALS}]{2}|${signs}|(?:${long})(?!\p{L})|(?<!\p{L})(?:${short})(?!\p{L})`,
    'u',
  );
});

/** Returns the months that each folded name can mean in any language: `mai`, `мая`, `maj`; some mean two. */
export const monthNames = once(() => {
  const names = new Map<string, Set<number>>();
  const styles = [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const;
  for (const language of LANGUAGES) {
    const { calendar: usual } = new Intl.DateTimeFormat(language).resolvedOptions();
    for (const calendar of new Set(['gregory', usual])) {
      for (const style of styles) {
        const settings = { ...style, calendar, timeZone: 'UTC', numberingSystem: 'latn' };
        const format = new Intl.DateTimeFormat(language, settings);
        // Weekly: other calendars' months span two of ours.
        for (let day = 5; day < 365; day += 7) {
          const date = new Date(Date.UTC(2023, 0, day));
          const parts = format.formatToParts(date);
          const at = parts.findIndex(({ type }) => type === 'month');
          // Hebrew prefixes the month with a letter.
          const glued = /\p{L}*$/u.exec(parts[at - 1]?.value ?? '')?.[0] ?? '';
          for (const name of [parts[at]?.value ?? '', `${glued}${parts[at]?.value}`].map(plain)) {
            const months = names.get(name) ?? new Set();
            if (/\p{L}[\p{L}\p{M}]/u.test(name)) names.set(name, months.add(date.getUTCMonth() + 1));
          }
        }
      }
    }
  }
  return names;
});

/**
 * Maps years of other calendars to ours: era and number (`令和7`, `民國114`) or just a number (`2568`, `1404`). Most
 * overlap two of ours.
 */
export const otherYears = once(() => {
  const years = new Map<string, Set<number>>();
  for (const [calendar, hasEras] of Object.entries(CALENDARS)) {
    for (const language of ['ja', 'zh-Hant']) {
      const format = new Intl.DateTimeFormat(language, {
        calendar,
        era: 'short',
        year: 'numeric',
        timeZone: 'UTC',
        numberingSystem: 'latn',
      });
      for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
        for (const month of [0, 6, 11]) {
          const date = Date.UTC(year, month, 28);
          const key = `${hasEras ? partOf(format, date, 'era') : ''}${partOf(format, date, 'year')}`;
          years.set(key, (years.get(key) ?? new Set()).add(year));
        }
      }
    }
  }
  return years;
});

function plain(word: string): string {
  return foldText(word).toLowerCase().trim().replace(/\.$/, '');
}

function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/** Returns counts that together produce every plural form of a language. */
function countsOf(language: string): number[] {
  const rules = new Intl.PluralRules(language);
  const byForm = new Map([...PLURAL_COUNTS, ...COUNTS].map((count) => [rules.select(count), count]));
  return [...new Set([...COUNTS, ...byForm.values()])];
}

/** Returns a language's magnitude words, each with its power of ten. */
function compactWords(format: Intl.NumberFormat, counts: readonly number[]): [string, number][] {
  return COMPACT_POWERS.flatMap((power) =>
    counts.flatMap((count): [string, number][] => {
      const value = count * 10 ** power;
      const parts = format.formatToParts(value);
      const word = parts.find(({ type }) => type === 'compact')?.value ?? '';
      const shown = parts.map(({ type, value: text }) =>
        type === 'decimal' ? '.' : FIGURE_PARTS.has(type) ? text : '',
      );
      const times = value / Number(shown.join(''));
      return word === '' || !Number.isFinite(times) ? [] : [[word, Math.round(Math.log10(times))]];
    }),
  );
}

type PartsFormat = { formatToParts(value: number): { type: string; value: string }[] };

function partOf(format: PartsFormat, value: number, type: string): string {
  return format.formatToParts(value).find((part) => part.type === type)?.value ?? '';
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

import { DEFAULT_READER_LOCALE, type ReaderLocale, writtenClock, writtenLocale } from '#domain/locale.ts';
import { catalogues, type Say, sayIn } from '#workers/words/say.ts';

/** Formats words, times and numbers for an email's reader. */
export type MailReader = {
  /** BCP 47 tag of the language that emails are worded in. */
  tag: string;
  /** Whether emails address their reader by the full name. */
  isAddressedInFull: boolean;
  say: Say;
  /** `13:30` */
  time: (instant: string, timeZone: string) => string;
  /** `Saturday 21 November` */
  day: (instant: string, timeZone: string) => string;
  /** `21 November 2026` */
  date: (instant: string, timeZone: string) => string;
  /** `13:30 to 14:00, Saturday 21 November (CET)`; for a meeting that runs past midnight, both days. */
  span: (start: string, end: string, timeZone: string) => string;
  /** `13:30 to 14:00 (CET)`, for use under a date; for a meeting that runs past midnight, both days. */
  hours: (start: string, end: string, timeZone: string) => string;
  /** `CET`, or the UTC offset if the zone has no short name in this language. */
  zone: (instant: string, timeZone: string) => string;
  /** `45%` for 45 */
  percent: (value: number) => string;
  /** `Ada, Bo and Cy` */
  list: (items: readonly string[]) => string;
  /** `$10.00`, or `US$10.00` outside the USA */
  money: (amountCents: number, currency: string) => string;
};

const readers = new Map<string, MailReader>();

/**
 * Returns the cached reader of a locale: formatters are a hundred times slower to create than to use, and a digest
 * formats a thousand dates.
 */
export function readerOf(reader: ReaderLocale = DEFAULT_READER_LOCALE): MailReader {
  const key = JSON.stringify(reader);
  const known = readers.get(key) ?? createReader(reader);
  readers.set(key, known);
  return known;
}

function createReader(reader: ReaderLocale): MailReader {
  const { language } = reader;
  const locale = writtenLocale(reader);
  const say = sayIn(language, locale);
  const hourCycle = writtenClock(reader);
  const formatter = createFormatters(locale);
  const format = (options: Intl.DateTimeFormatOptions) => (instant: string, timeZone: string) =>
    plainSpaces(formatter({ ...options, timeZone }).format(new Date(instant)));
  // Twelve-hour clocks have no leading zero.
  const time = format({ hour: hourCycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit', hourCycle });
  const formatDay = (options: Intl.DateTimeFormatOptions) => (instant: string, timeZone: string) =>
    formatter({ ...options, timeZone })
      .formatToParts(new Date(instant))
      // `Intl` writes `1 décembre` instead of `1er décembre`.
      .map(({ type, value }) => (type === 'day' && value === '1' ? say('firstOfMonth') : value))
      .join('');
  const day = formatDay({ weekday: 'long', day: 'numeric', month: 'long' });
  const date = formatDay({ day: 'numeric', month: 'long', year: 'numeric' });
  const zone = (instant: string, timeZone: string) => {
    const parts = formatter({ timeZone, timeZoneName: 'short' }).formatToParts(new Date(instant));
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  };
  const span = (start: string, end: string, timeZone: string) => {
    const [firstDay, lastDay] = [day(start, timeZone), day(end, timeZone)];
    const parts = { start: time(start, timeZone), end: time(end, timeZone), day: firstDay, lastDay };
    const isOverMidnight = firstDay !== lastDay;
    return say(isOverMidnight ? 'spanOverMidnight' : 'span', { ...parts, zone: zone(start, timeZone) });
  };
  const hours = (start: string, end: string, timeZone: string) => {
    if (day(start, timeZone) !== day(end, timeZone)) return span(start, end, timeZone);
    return say('hours', { start: time(start, timeZone), end: time(end, timeZone), zone: zone(start, timeZone) });
  };
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  const list = (items: readonly string[]) => lists.format(items);
  const percent = (value: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(value / 100);
  // `$10.00` in the USA, `US$10.00` where `$` is another currency. Decimals are shown even if the currency usually
  // has none.
  const currencies = { style: 'currency', currencyDisplay: 'symbol', maximumFractionDigits: 2 } as const;
  const money = (amountCents: number, currency: string) =>
    new Intl.NumberFormat(locale, { ...currencies, currency }).format(amountCents / 100);
  const { tag, addressee } = catalogues[language];
  return {
    tag,
    isAddressedInFull: addressee === 'full',
    say,
    time,
    day,
    date,
    span,
    hours,
    zone,
    percent,
    list,
    money,
  };
}

/**
 * Returns a date as `day` writes it, and a reader for use under that date, which adds the day to times on other days.
 *
 * @param date `YYYY-MM-DD`
 */
export function underDate(date: string, reader: MailReader): { day: string; reader: MailReader } {
  const { say, day, time, span, hours } = reader;
  // Noon UTC has the same date when formatted in UTC.
  const heading = day(`${date}T12:00:00Z`, 'UTC');
  const isOtherDay = (instant: string, timeZone: string) => day(instant, timeZone) !== heading;
  return {
    day: heading,
    reader: {
      ...reader,
      time: (instant, timeZone) => {
        const clock = time(instant, timeZone);
        return isOtherDay(instant, timeZone) ? say('dayAndTime', { day: day(instant, timeZone), time: clock }) : clock;
      },
      hours: (start, end, timeZone) => (isOtherDay(start, timeZone) ? span : hours)(start, end, timeZone),
    },
  };
}

/** Replaces the narrow space before `PM`, which old mail clients show as a box. */
function plainSpaces(text: string): string {
  return text.replaceAll('\u202f', '\u00a0');
}

function createFormatters(locale: string) {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options);
    const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
    formatters.set(key, known);
    return known;
  };
}

/**
 * Returns the zone if known to this machine, otherwise UTC: an email with times labelled as UTC is better than no
 * email.
 */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
}

import { type Language, languages, locales } from './languages.ts';

const dayMs = 86_400_000;
// Created once: creating a formatter is far slower than using it.
const formats = new Map(
  languages.map((language) => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locales[language], { ...options, timeZone: 'UTC' });
    const day = format({ day: 'numeric', month: 'long', year: 'numeric' });
    return [language, { day, month: format({ month: 'long', year: 'numeric' }) }];
  }),
);

/** Formats a UTC day in the language's style: `3 November 2026`. */
export function formatDay(date: Date, language: Language = 'en'): string {
  return formats.get(language)?.day.format(date) ?? '';
}

/** Formats a UTC month in the language's style: `November 2026`. */
export function formatMonth(date: Date, language: Language = 'en'): string {
  return formats.get(language)?.month.format(date) ?? '';
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** Returns the first day of the month that is `months` before that of `now`, in UTC. */
export function monthsBefore(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
}

/**
 * Fills in the dates of a seeded text, so that it never ages: `{date}` is the page's date, `{daysAgo:24}` a day
 * (3 November 2026), `{monthsAgo:5}` a month (June 2026), `{yearsAgo:2}` a year, counted back from `now`;
 * `{monthsAhead:3}` and `{yearsAhead:1}` count forward.
 */
export function resolveDates(text: string, now: Date, pageDate: Date, language: Language = 'en'): string {
  const month = (months: number) => formatMonth(monthsBefore(now, months), language);
  const year = (years: number) => String(now.getUTCFullYear() - years);
  return text
    .replaceAll('{date}', formatDay(pageDate, language))
    .replaceAll(/\{daysAgo:(\d+)\}/g, (_match, days) => formatDay(daysBefore(now, Number(days)), language))
    .replaceAll(/\{monthsAgo:(\d+)\}/g, (_match, months) => month(Number(months)))
    .replaceAll(/\{monthsAhead:(\d+)\}/g, (_match, months) => month(-Number(months)))
    .replaceAll(/\{yearsAgo:(\d+)\}/g, (_match, years) => year(Number(years)))
    .replaceAll(/\{yearsAhead:(\d+)\}/g, (_match, years) => year(-Number(years)));
}

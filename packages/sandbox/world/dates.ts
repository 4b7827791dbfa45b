const dayMs = 86_400_000;
// Made once: building a formatter costs far more than using it.
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `3 November 2026` in UTC. */
export function formatDay(date: Date): string {
  return dayFormat.format(date);
}

/** `November 2026` in UTC. */
export function formatMonth(date: Date): string {
  return monthFormat.format(date);
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** The first of the month that lies `months` before the month of `now`. */
export function monthsBefore(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
}

/**
 * Texts of the seeded world never grow old: `{date}` is the day of the page they stand on, `{daysAgo:24}` a day (3 November 2026),
 * `{monthsAgo:5}` a month (June 2026), `{yearsAgo:2}` a year, all counted back from `now`.
 */
export function resolveDates(text: string, now: Date, pageDate: Date): string {
  return text
    .replaceAll('{date}', formatDay(pageDate))
    .replaceAll(/\{daysAgo:(\d+)\}/g, (_match, days) => formatDay(daysBefore(now, Number(days))))
    .replaceAll(/\{monthsAgo:(\d+)\}/g, (_match, months) => formatMonth(monthsBefore(now, Number(months))))
    .replaceAll(/\{yearsAgo:(\d+)\}/g, (_match, years) => String(now.getUTCFullYear() - Number(years)));
}

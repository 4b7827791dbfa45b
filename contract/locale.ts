export { BRIEFING_LANGUAGES } from '#domain/enumerations.ts';
/** What screens need to write dates for their reader. */
export { clockOf, DEFAULT_READER_LOCALE, type ReaderLocale, writtenLocale } from '#domain/locale.ts';

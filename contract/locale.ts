export { BRIEFING_LANGUAGES } from '#domain/enumerations.ts';
/** For formatting dates and times in the reader's locale. */
export { clockOf, DEFAULT_READER_LOCALE, type ReaderLocale, writtenClock, writtenLocale } from '#domain/locale.ts';

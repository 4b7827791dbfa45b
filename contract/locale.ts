export { BRIEFING_LANGUAGES } from '#domain/enumerations.ts';
/** For formatting dates and times in the reader's locale. */
export { clockOf, DEFAULT_READER_LOCALE, type ReaderLocale, writtenLocale } from '#domain/locale.ts';

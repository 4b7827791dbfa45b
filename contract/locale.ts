export { BRIEFING_LANGUAGES } from '#domain/enumerations.ts';
/** What a screen needs to write dates for its reader. */
export { clockOf, DEFAULT_READER_LOCALE, type ReaderLocale, writtenLocale } from '#domain/locale.ts';

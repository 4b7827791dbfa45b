import { clockOf, type ReaderLocale, writtenLocale } from '#contract/locale.ts';
import { keepWriting, type Writing } from './reader-writing.ts';

/** In the words of the language given, in the order of the locale, by the reader's clock. */
export function writingOf(reader: ReaderLocale): Writing {
  return { locale: writtenLocale(reader), hourCycle: clockOf(reader) };
}

/**
 * The words of the app are English; only order, separators and clock are the reader's. Like the theme they are the same on all screens; `useTimeZone`
 * keeps them, which every format of a time needs anyway.
 */
export function keepReaderLocale({ locale, hourCycle }: Omit<ReaderLocale, 'language'>): void {
  keepWriting(writingOf({ language: 'en', locale, hourCycle }));
}

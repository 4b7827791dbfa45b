import { type ReaderLocale, writtenClock, writtenLocale } from '#contract/locale.ts';
import { keepWriting, type Writing } from './reader-writing.ts';

/** A reader's formatting locale and clock. */
export function writingOf(reader: ReaderLocale): Writing {
  return { locale: writtenLocale(reader), hourCycle: writtenClock(reader) };
}

/**
 * Sets the locale for the whole app: English words, the reader’s date format and clock. Called by `useTimeZone`, which
 * all signed-in screens that show times use anyway.
 */
export function keepReaderLocale({ locale, hourCycle }: Omit<ReaderLocale, 'language'>): void {
  keepWriting(writingOf({ language: 'en', locale, hourCycle }));
}

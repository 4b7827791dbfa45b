import { clockOf, type ReaderLocale, writtenLocale } from '#contract/locale.ts';
import { keepWriting, type Writing } from './reader-writing.ts';

/** The formatting locale and clock of a reader. */
export function writingOf(reader: ReaderLocale): Writing {
  return { locale: writtenLocale(reader), hourCycle: clockOf(reader) };
}

/**
 * Sets the locale for the whole app: English words in the reader’s order and clock. Called by `useTimeZone`, which
 * every time needs anyway.
 */
export function keepReaderLocale({ locale, hourCycle }: Omit<ReaderLocale, 'language'>): void {
  keepWriting(writingOf({ language: 'en', locale, hourCycle }));
}

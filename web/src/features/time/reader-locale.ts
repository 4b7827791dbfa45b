import { clockOf, DEFAULT_READER_LOCALE, type ReaderLocale, writtenLocale } from '#contract/locale.ts';

/** How the whole app writes dates and numbers. Like the theme it is one for all screens; `useTimeZone` keeps it, which every format of a time needs anyway. */
type Writing = { locale: string; hourCycle: 'h12' | 'h23' };

let kept: Writing = writingOf(DEFAULT_READER_LOCALE);

/** In the words of the language given, in the order of the locale, by the reader's clock. */
export function writingOf(reader: ReaderLocale): Writing {
  return { locale: writtenLocale(reader), hourCycle: clockOf(reader) };
}

/** The words of the app are English; only order, separators and clock are the reader's. */
export function keepReaderLocale({ locale, hourCycle }: Omit<ReaderLocale, 'language'>): void {
  kept = writingOf({ language: 'en', locale, hourCycle });
}

export function readerWriting(): Writing {
  return kept;
}

/** `1,234` */
export function numberText(value: number): string {
  return value.toLocaleString(kept.locale);
}

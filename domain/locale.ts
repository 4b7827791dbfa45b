import { BRIEFING_LANGUAGES, type BriefingLanguage, type HourCycle } from './enumerations.ts';

/** A reader's format for dates and numbers. */
export type ReaderLocale = {
  /** Language of the surrounding words. */
  language: BriefingLanguage;
  /** BCP 47; determines order, separators and the default clock. */
  locale: string;
  /** Null: the locale's default. */
  hourCycle: HourCycle | null;
};

/** For readers who have not chosen one. */
export const DEFAULT_LOCALE = 'en-GB';
export const DEFAULT_READER_LOCALE: ReaderLocale = { language: 'en', locale: DEFAULT_LOCALE, hourCycle: null };

const LONGEST_TAG = 35;

/**
 * Returns the locale as `Intl` writes it, without extensions; null for anything but a BCP 47 tag of a known language.
 */
export function knownLocale(text: string | undefined): string | null {
  if (text === undefined || text.length > LONGEST_TAG) return null;
  try {
    const { baseName } = new Intl.Locale(text);
    return Intl.DateTimeFormat.supportedLocalesOf(baseName).length > 0 ? baseName : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the language of briefings for a reader known only by their locale. */
export function briefingLanguageOf(locale: string): BriefingLanguage {
  const { language } = new Intl.Locale(locale);
  return BRIEFING_LANGUAGES.find((known) => known === language) ?? 'en';
}

/**
 * Returns the locale for dates in `language` in the order used in `locale`'s region: `en` for a reader in Germany is
 * `en-DE`. Combinations without platform data fall back to just the language, English to `en-001`, in British order.
 */
export function writtenLocale({ language, locale }: Pick<ReaderLocale, 'language' | 'locale'>): string {
  const { region } = new Intl.Locale(locale).maximize();
  const wanted = `${language}-${region ?? ''}`;
  if (hasFormats(wanted)) return wanted;
  return language === 'en' ? 'en-001' : language;
}

/** Returns whether the platform has date formats for the language in that region; otherwise it uses the language's. */
function hasFormats(locale: string): boolean {
  return new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale;
}

/** Returns the reader's chosen clock, or their region's. */
export function clockOf({ locale, hourCycle }: Pick<ReaderLocale, 'locale' | 'hourCycle'>): HourCycle {
  if (hourCycle !== null) return hourCycle;
  const { region } = new Intl.Locale(locale).maximize();
  // `Intl` would give English in Brazil the clock of the USA.
  const local = hasFormats(locale) ? locale : new Intl.Locale(`und-${region ?? ''}`).maximize().baseName;
  const usual = new Intl.DateTimeFormat(local, { hour: 'numeric' }).resolvedOptions().hourCycle;
  return usual === 'h11' || usual === 'h12' ? 'h12' : 'h23';
}

/** Returns how `Intl` writes the reader's clock in their language: in Japanese, a half-day runs from 0:00 to 11:59. */
export function writtenClock(reader: ReaderLocale): HourCycle | 'h11' {
  if (clockOf(reader) === 'h23') return 'h23';
  const { language, region } = new Intl.Locale(reader.language).maximize();
  // `Intl` decides by region, so this uses the language's main region: in `en-JP`, even English would count from 0.
  const usual = new Intl.DateTimeFormat(`${language}-${region}`, { hour: 'numeric', hour12: true });
  const { hourCycle } = usual.resolvedOptions();
  return hourCycle === 'h11' ? 'h11' : 'h12';
}

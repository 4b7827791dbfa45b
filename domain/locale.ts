import { BRIEFING_LANGUAGES, type BriefingLanguage, type HourCycle } from './enumerations.ts';

/** Whom dates and numbers are written for. */
export type ReaderLocale = {
  /** Of the words around them. */
  language: BriefingLanguage;
  /** BCP 47; gives the order, the separators and the usual clock. */
  locale: string;
  /** Null: the locale's. */
  hourCycle: HourCycle | null;
};

/** Of a reader who named none. */
export const DEFAULT_LOCALE = 'en-GB';
export const DEFAULT_READER_LOCALE: ReaderLocale = { language: 'en', locale: DEFAULT_LOCALE, hourCycle: null };

const LONGEST_TAG = 35;

/** The locale as `Intl` writes it, without extensions; null for what is no BCP 47 tag or names a language that is unknown here. */
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

/** The language that briefings are written in for a reader of whom only the locale is known. */
export function briefingLanguageOf(locale: string): BriefingLanguage {
  const { language } = new Intl.Locale(locale);
  return BRIEFING_LANGUAGES.find((known) => known === language) ?? 'en';
}

/**
 * The locale that writes a date in the words of `language` and in the order usual where `locale` is at home: `en` for a reader in Germany is `en-DE`. One that the
 * platform has no data for is written as in the language's own country, and English as everywhere but in America.
 */
export function writtenLocale({ language, locale }: Pick<ReaderLocale, 'language' | 'locale'>): string {
  const { language: spoken, region } = new Intl.Locale(locale).maximize();
  if (spoken === language) return locale;
  const wanted = `${language}-${region ?? ''}`;
  const isKnown = new Intl.DateTimeFormat(wanted).resolvedOptions().locale === wanted;
  if (isKnown) return wanted;
  return language === 'en' ? 'en-001' : language;
}

/** The clock that the reader chose, or the one of their locale. */
export function clockOf({ locale, hourCycle }: Pick<ReaderLocale, 'locale' | 'hourCycle'>): HourCycle {
  if (hourCycle !== null) return hourCycle;
  const usual = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle;
  return usual === 'h11' || usual === 'h12' ? 'h12' : 'h23';
}

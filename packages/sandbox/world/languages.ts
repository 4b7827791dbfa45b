import * as z from 'zod';

/** The languages of the seeded sites. */
export const languageSchema = z.enum(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja']);
export type Language = z.infer<typeof languageSchema>;
export const languages = languageSchema.options;

/** The locale for date and number formatters. */
export const locales: Record<Language, string> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  pt: 'pt-PT',
  nl: 'nl-NL',
  ja: 'ja-JP',
};

/** The languages' English and native names, for requests that name one. */
export const languageNames: Record<Language, readonly string[]> = {
  en: ['English'],
  de: ['German', 'Deutsch'],
  fr: ['French', 'Français'],
  es: ['Spanish', 'Español'],
  it: ['Italian', 'Italiano'],
  pt: ['Portuguese', 'Português'],
  nl: ['Dutch', 'Nederlands'],
  ja: ['Japanese', '日本語'],
};

import { IntlMessageFormat } from 'intl-messageformat';
import type { BriefingLanguage } from '#domain/enumerations.ts';
import { de } from './de.ts';
import { en, type MessageKey, type Messages } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';

export const catalogues: Record<BriefingLanguage, Messages> = { en, de, fr, es, it, pt, nl, ja };

/** Formats a message; `values` fill its placeholders. */
export type Say = (key: MessageKey, values?: Record<string, string | number>) => string;

const parsed = new Map<string, IntlMessageFormat>();

/**
 * Returns the function that formats a language's messages.
 *
 * @param locale Formats numbers and picks plural forms; must be a locale of the language.
 */
export function sayIn(language: BriefingLanguage, locale: string): Say {
  return (key, values) => {
    const id = `${locale} ${key}`;
    // No tags: values contain untrusted text, and JSX builds the emails.
    const message = parsed.get(id) ?? new IntlMessageFormat(textOf(language, key), locale, {}, { ignoreTag: true });
    parsed.set(id, message);
    return String(message.format(values));
  };
}

/**
 * Returns a message's text. In French, no-break spaces keep punctuation on its word's line. They are of normal width,
 * because old mail clients show a box for the narrow one.
 */
function textOf(language: BriefingLanguage, key: MessageKey): string {
  const text = catalogues[language][key];
  return language === 'fr' ? text.replaceAll(/(?<=«) | (?=[:;!?»])/g, '\u00a0') : text;
}

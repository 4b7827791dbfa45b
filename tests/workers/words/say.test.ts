import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { BRIEFING_LANGUAGES } from '#domain/enumerations.ts';
import { en, type MessageKey } from '#workers/words/en.ts';
import { catalogues, sayIn } from '#workers/words/say.ts';

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** The type of literal text in a parsed message. */
const LITERAL = new IntlMessageFormat('text', 'en').getAst()[0]?.type;

/** Returns the parameters of a message, including those inside its plural forms. */
function placeholders(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (!('options' in part)) return 'value' in part && part.type !== LITERAL ? [part.value] : [];
    return [part.value, ...Object.values(part.options).flatMap(({ value }) => placeholders(value))];
  });
}

/** Supplies 2 for every parameter of any message. */
const VALUES = new Proxy({}, { get: () => 2, has: () => true });
const keys = Object.keys(en).filter((key): key is MessageKey => key in en);
const namesIn = (text: string, locale: string) =>
  new Set(placeholders(new IntlMessageFormat(text, locale, {}, { ignoreTag: true }).getAst()));

test.each(BRIEFING_LANGUAGES)('messages in %s take the same parameters as in English', (language) => {
  for (const key of keys)
    expect([key, namesIn(catalogues[language][key], language)]).toEqual([key, namesIn(en[key], 'en')]);
});

test.each(BRIEFING_LANGUAGES)('plurals in %s cover every plural form of the language except "many"', (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many');
  for (const key of keys) {
    for (const part of new IntlMessageFormat(catalogues[language][key], language, {}, { ignoreTag: true }).getAst()) {
      if (!('options' in part)) continue;
      const counted = Object.keys(part.options).filter((form) => !form.startsWith('='));
      expect([key, ...counted.toSorted()]).toEqual([key, ...forms.toSorted()]);
    }
  }
});

test('inserted text is never interpreted as a message', () => {
  const title = "<b>{count}</b> '{x}' #";
  expect(sayIn('de', 'de-DE')('movedTo', { time: '9:00', title })).toBe(`Verschoben auf 9:00: ${title}`);
});

test.each([
  ['en', 'en-GB', 1, '1 meeting with external guests.'],
  ['de', 'de-DE', 1234, '1.234 Termine mit externen Gästen.'],
  ['fr', 'fr-FR', 0, '0 réunion avec des invités externes.'],
  ['ja', 'ja-JP', 2, '社外の参加者がいる会議は2件です。'],
] as const)('a count in %s follows the language’s plural rules', (language, locale, count, text) => {
  expect(sayIn(language, locale)('digestLead', { count })).toBe(text);
});

test('French punctuation stays on the same line as its word', () => {
  const say = sayIn('fr', 'fr-FR');
  expect(say('useful')).toBe('Utile\u00a0?');
  expect(say('youNoted', { outcome: 'à revoir ; vite' })).toBe('Votre note\u00a0: «\u00a0à revoir ; vite\u00a0»');
  for (const key of keys) expect(say(key, VALUES)).not.toMatch(/ [:;!?»]|« /);
});

test.each(BRIEFING_LANGUAGES)('the voice for %s starts with the name of its variety', (language) => {
  const { tag, voice } = catalogues[language];
  expect(new Intl.Locale(tag).language).toBe(language);
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
  expect(voice.startsWith(name)).toBe(true);
});

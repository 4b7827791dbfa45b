import { type Language, languageNames, languageSchema, languages } from '#sandbox/world/languages.ts';
import { asRecord, embeddedJson, withoutOwnSide } from './embedded-json.ts';

/** The JSON quoted by a request, and the text around it. */
export type QuotedData = { values: unknown[]; prose: string };

export function readQuotedData(text: string): QuotedData {
  const parts = embeddedJson(text);
  return {
    values: parts.map(({ value }) => value),
    prose: parts.reduce((rest, { source }) => rest.replace(source, () => ' '), text),
  };
}

export type QuotedRecord = Record<string, unknown>;

/** Returns all objects, outer ones first, in text order. */
export function recordsIn(value: unknown): QuotedRecord[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  const record = asRecord(value);
  return record ? [record, ...Object.values(record).flatMap(recordsIn)] : [];
}

/** Returns all strings, in text order. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  const record = asRecord(value);
  return record ? Object.values(record).flatMap(stringsIn) : [];
}

/** Returns the quoted values without data about the user's own side. */
export function othersIn({ values }: QuotedData): unknown[] {
  return values.map(withoutOwnSide);
}

export function textOf(record: QuotedRecord, pattern: RegExp): string | undefined {
  const found = Object.entries(record).find(
    ([key, value]) => pattern.test(key) && typeof value === 'string' && value.trim() !== '',
  );
  return typeof found?.[1] === 'string' ? found[1] : undefined;
}

/** Returns the list of strings under a matching key, possibly empty; undefined if there is none. */
export function listOf(record: QuotedRecord, pattern: RegExp): string[] | undefined {
  const found = Object.entries(record).find(
    ([key, value]) => pattern.test(key) && Array.isArray(value) && value.every((item) => typeof item === 'string'),
  );
  return found ? stringsIn(found[1]) : undefined;
}

/** Returns the language the data requests, by code or by name; English by default. */
export function languageOf({ values }: QuotedData): Language {
  const named = values.flatMap(recordsIn).flatMap((record) => textOf(record, /language|locale/i) ?? []);
  for (const name of named) {
    const code = languageSchema.safeParse(name.slice(0, 2).toLowerCase());
    const byName = languages.find((language) => languageNames[language].some((other) => other === name));
    const found = byName ?? code.data;
    if (found) return found;
  }
  return 'en';
}

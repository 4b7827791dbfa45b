import { type Language, languageNames, languageSchema, languages } from '#sandbox/world/languages.ts';
import { asRecord, embeddedJson, withoutOwnSide } from './embedded-json.ts';

/** What a request quotes as JSON, and the words around it. */
export type QuotedData = { values: unknown[]; prose: string };

export function readQuotedData(text: string): QuotedData {
  const parts = embeddedJson(text);
  return {
    values: parts.map(({ value }) => value),
    prose: parts.reduce((rest, { source }) => rest.replace(source, () => ' '), text),
  };
}

export type QuotedRecord = Record<string, unknown>;

/** Every object within, outer ones first, in the order in which they are written. */
export function recordsIn(value: unknown): QuotedRecord[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  const record = asRecord(value);
  return record ? [record, ...Object.values(record).flatMap(recordsIn)] : [];
}

/** Every text within, in the order in which they are written. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  const record = asRecord(value);
  return record ? Object.values(record).flatMap(stringsIn) : [];
}

/** Without what the data says about the asking side. */
export function othersIn({ values }: QuotedData): unknown[] {
  return values.map(withoutOwnSide);
}

export function textOf(record: QuotedRecord, pattern: RegExp): string | undefined {
  const found = Object.entries(record).find(
    ([key, value]) => pattern.test(key) && typeof value === 'string' && value.trim() !== '',
  );
  return typeof found?.[1] === 'string' ? found[1] : undefined;
}

/** A list of texts under a key that fits, be it empty; undefined where there is none. */
export function listOf(record: QuotedRecord, pattern: RegExp): string[] | undefined {
  const found = Object.entries(record).find(
    ([key, value]) => pattern.test(key) && Array.isArray(value) && value.every((item) => typeof item === 'string'),
  );
  return found ? stringsIn(found[1]) : undefined;
}

/** The language that the data asks for, by code or by name; English where it names none. */
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

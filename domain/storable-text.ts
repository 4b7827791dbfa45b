/** Removes NUL and lone surrogates, which Postgres cannot store but calendars, pages and PDFs contain. */
export function storable<T extends string | null>(text: T): T extends string ? string : string | null;
export function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '').toWellFormed();
}

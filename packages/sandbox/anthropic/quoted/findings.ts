import { listOf, type QuotedData, type QuotedRecord, recordsIn, stringsIn, textOf } from './quoted-data.ts';

/** A finding quoted by a request, with its id. */
export type QuotedFinding = {
  id: string;
  /** `invitation`, `history`, `reader` ...; `page` if not given. */
  kind: string;
  about: string | null;
  /** The finding's quotes, or its text if it has none. */
  quotes: string[];
  title: string | undefined;
  date: string | undefined;
  /** All its text: quotes, their context, titles, addresses; not its id, kind or subject. */
  everything: string;
};

const textKey = /^(text|statement|claim|sentence|content|assertion)$/i;
const evidenceKey = /^(quotes?|evidence|excerpts?|passages?|citations?|rests?_?on)$/i;
const referenceKey =
  /^(findings?|finding_?ids?|sources?|source_?ids?|evidence|refs?|rests?_?on|based_?on|supports?|basis)$/i;

/** Returns every object with an id and text or quotes, except statements that refer to other objects. */
export function findingsIn(data: QuotedData): QuotedFinding[] {
  const records = withIds(data);
  const statements = new Set(referringRecords(records));
  return records.filter((record) => !statements.has(record) && saysSomething(record)).map(toFinding);
}

/** A statement to check: an object that refers to findings or, if none do, one with both quotes and text. */
export type QuotedStatement = {
  id: string;
  text: string;
  kind: string;
  about: string | null;
  refs: string[];
  /** Evidence included in the statement itself. */
  own: string;
  /** The pieces of included evidence that have ids, without their context on the page. */
  parts: { id: string; text: string }[];
};

export function statementsIn(data: QuotedData): QuotedStatement[] {
  return statementRecords(withIds(data)).map((record) => {
    const id = String(record['id']);
    const text = textOf(record, textKey) ?? '';
    const brought = Object.entries(record).filter(([key]) => evidenceKey.test(key));
    return {
      id,
      text,
      kind: textOf(record, /^(kind|type)$/i) ?? 'fact',
      about: textOf(record, /^about$/i) ?? null,
      refs: listOf(record, referenceKey) ?? [],
      own: brought.flatMap(([, value]) => stringsIn(value)).join('\n'),
      parts: brought
        .flatMap(([, value]) => recordsIn(value))
        .flatMap((part) =>
          typeof part['id'] === 'string'
            ? [{ id: part['id'], text: quoteText(part).join() || stringsIn(part).join('\n') }]
            : [],
        ),
    };
  });
}

function withIds({ values }: QuotedData): QuotedRecord[] {
  return values.flatMap(recordsIn).filter(({ id }) => typeof id === 'string' && id !== '');
}

/** Returns records with text that list ids, known or not. */
function referringRecords(records: readonly QuotedRecord[]): QuotedRecord[] {
  const isId = (ref: string) => /^[\w.-]{1,40}$/.test(ref);
  return records.filter(
    (record) => textOf(record, textKey) !== undefined && listOf(record, referenceKey)?.every(isId) === true,
  );
}

function statementRecords(records: readonly QuotedRecord[]): QuotedRecord[] {
  const referring = referringRecords(records);
  if (referring.length > 0) return referring;
  return records.filter(
    (record) => textOf(record, textKey) !== undefined && Object.keys(record).some((key) => evidenceKey.test(key)),
  );
}

function saysSomething(record: QuotedRecord): boolean {
  return Object.keys(record).some((key) => evidenceKey.test(key)) || textOf(record, textKey) !== undefined;
}

function toFinding(record: QuotedRecord): QuotedFinding {
  const quotes = Object.entries(record).find(([key]) => evidenceKey.test(key))?.[1];
  const first = Array.isArray(quotes) ? recordsIn(quotes)[0] : undefined;
  const texts = Array.isArray(quotes) ? quotes.flatMap(quoteText) : [];
  return {
    id: String(record['id']),
    kind: textOf(record, /^(kind|type)$/i) ?? 'page',
    about: textOf(record, /^about$/i) ?? null,
    quotes: texts.length > 0 ? texts : [textOf(record, textKey) ?? (typeof quotes === 'string' ? quotes : '')],
    title: textOf(first ?? record, /^title$/i),
    date: textOf(first ?? record, /^(date|publishedAt|published)$/i),
    everything: stringsIn(withoutLabels(record)).join('\n'),
  };
}

function withoutLabels(record: QuotedRecord): QuotedRecord {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !/^(id|kind|type|about)$/i.test(key)));
}

function quoteText(quote: unknown): string[] {
  if (typeof quote === 'string') return [quote];
  const [record] = recordsIn(quote);
  const text = record && (textOf(record, /^(text|quote|cited_?text)$/i) ?? undefined);
  return text === undefined ? [] : [text];
}

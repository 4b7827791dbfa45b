import { asRecord } from '#sandbox/anthropic/embedded-json.ts';
import { hasInstructions } from '#sandbox/anthropic/instructions.ts';
import { addFacts, addGaps, cleanTitle, type Draft, parseDate, type Source, type SourceId } from './draft.ts';

const textKeys = [
  'text',
  'fact',
  'sentence',
  'claim',
  'statement',
  'content',
  'excerpt',
  'snippet',
  'body',
  'quote',
  'cited_text',
  'citedText',
];
const listKeys = ['facts', 'sentences', 'quotes', 'excerpts', 'claims', 'statements', 'passages', 'citations', 'cited'];

/**
 * Sources (objects with a `url`, their texts inside or beside), facts that refer to sources, guests (objects with an `email`) and
 * earlier meetings, wherever they stand in a JSON value.
 */
export function readJson(value: unknown, draft: Draft): void {
  walk(value, [], draft);
}

function walk(value: unknown, path: string[], draft: Draft): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, [...path, String(index)], draft);
    return;
  }
  const record = asRecord(value);
  if (!record) {
    if (typeof value === 'string' && !hasInstructions(value)) addGaps(value, draft);
    return;
  }
  const parent = path.filter((part) => !/^\d+$/.test(part)).at(-1) ?? '';
  readGuest(record, parent, draft);
  if (/previous|earlier|history|past|last ?time/i.test(parent)) readEarlier(record, draft);
  const own = readSource(record, path, draft);
  readFact(record, own, draft);
  for (const [key, child] of Object.entries(record)) {
    if (own && listKeys.includes(key) && Array.isArray(child)) readList(child, own, draft);
    else walk(child, [...path, key], draft);
  }
}

function readSource(record: Record<string, unknown>, path: string[], draft: Draft): Source | undefined {
  const url = firstString(record, ['url', 'link', 'href', 'uri']);
  if (url === undefined || !/^https?:\/\//.test(url)) return undefined;
  const place = Number(path.at(-1));
  const id = ['id', 'sourceId', 'source_id', 'n', 'index', 'ref', 'number', 'key'].map((key) => record[key]).find(isId);
  const title = firstString(record, ['title', 'name', 'headline']) ?? url;
  const written = firstString(record, [
    'publishedAt',
    'published',
    'date',
    'pageAge',
    'page_age',
    'age',
    'published_at',
  ]);
  const source = {
    id: id ?? (Number.isNaN(place) ? draft.sources.size + 1 : place + 1),
    url,
    title: cleanTitle(title),
    date: parseDate(written),
  };
  const known = draft.sources.get(url);
  if (!known) draft.sources.set(url, source);
  return known ?? source;
}

function readFact(record: Record<string, unknown>, own: Source | undefined, draft: Draft): void {
  const text = firstString(record, textKeys);
  if (text === undefined) return;
  const referred = Object.entries(record)
    .filter(([key]) => /sources?|citations?|cites|refs?$/i.test(key))
    .flatMap(([, value]) => sourceRefs(value, draft));
  const sourceIds = referred.length > 0 ? referred : own ? [own.id] : [];
  if (sourceIds.length === 0) {
    addGaps(text, draft);
    return;
  }
  addFacts(text, sourceIds, draft);
}

function readList(items: unknown[], own: Source, draft: Draft): void {
  for (const item of items) {
    if (typeof item === 'string') addFacts(item, [own.id], draft);
    else {
      const record = asRecord(item);
      if (record) readFact(record, own, draft);
    }
  }
}

/** Ids as they are, URLs and source objects turned into ids. */
function sourceRefs(value: unknown, draft: Draft): SourceId[] {
  if (Array.isArray(value)) return value.flatMap((item) => sourceRefs(item, draft));
  if (typeof value === 'string' && /^https?:/.test(value)) {
    const source = draft.sources.get(value);
    return source ? [source.id] : [];
  }
  if (isId(value)) return [value];
  const record = asRecord(value);
  return record ? [record.id, record.sourceId, record.url].flatMap((ref) => sourceRefs(ref, draft)).slice(0, 1) : [];
}

function readGuest(record: Record<string, unknown>, parent: string, draft: Draft): void {
  const email = firstString(record, ['email', 'emailAddress', 'address']);
  const isEmail = email !== undefined && /^[^@\s]+@[^@\s]+$/.test(email);
  const name = firstString(record, ['name', 'displayName', 'fullName']);
  const isPerson = /guest|attendee|participant|people|person|contact/i.test(parent);
  if (!(isEmail || (isPerson && name))) return;
  const title = firstString(record, ['title', 'role', 'jobTitle']);
  const id = firstString(record, ['id', 'guestId', 'guest_id', 'ref']);
  draft.guests.push({ id, name: name ?? nameOfEmail(email ?? ''), email: isEmail ? email : undefined, title });
}

function readEarlier(record: Record<string, unknown>, draft: Draft): void {
  const when = firstString(record, ['date', 'startTime', 'start', 'at', 'when', 'title']);
  if (when !== undefined) draft.earlier.push(when);
}

function nameOfEmail(email: string): string {
  const words = email.replace(/@.*/, '').split(/[._-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function isId(value: unknown): value is SourceId {
  return (
    typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 64 && !/\s/.test(value))
  );
}

function firstString(record: Record<string, unknown>, keys: string[]): string | undefined {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}

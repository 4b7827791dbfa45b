import type * as z from 'zod';
import { invalidParameter } from '#sandbox/stripe/errors.ts';
import { checkLimit } from './lists.ts';
import { text, whole } from './params.ts';

/** The parameters every search takes. */
export const searching = { query: text, limit: whole.optional(), page: text.optional() };

type Searching = z.infer<z.ZodObject<typeof searching>>;
type SearchResult<T> = { object: 'search_result'; data: T[]; has_more: boolean; next_page: string | null; url: string };

const clause =
  /^(-?)\s*([a-z_]+)(?:\["([^"]+)"\]|\['([^']+)'\])?\s*(:|~|>=|<=|>|<)\s*(?:"([^"]*)"|'([^']*)'|(null|[\d.]+))\s*/;

/**
 * Stripe's search language (https://docs.stripe.com/search#search-query-language): `field:"value"`, `~` for a part, `>` and its like, `-` in front for
 * "not", joined by all `AND` or all `OR`. Exact matches ignore case. Newest first.
 * @param fields the fields that can be searched besides `metadata`
 */
export function search<T extends { metadata?: Record<string, string> | null }>(
  objects: T[],
  { query, limit = 10, page }: Searching,
  fields: string[],
  url: string,
): SearchResult<T> {
  checkLimit(limit);
  const matches = parse(query, fields);
  const found = objects.filter((object) => matches(object)).toReversed();
  const start = page === undefined ? 0 : Number(page);
  if (!Number.isInteger(start)) throw invalidParameter('Invalid page token.', 'page');
  const has_more = start + limit < found.length;
  const next_page = has_more ? String(start + limit) : null;
  return { object: 'search_result', data: found.slice(start, start + limit), has_more, next_page, url };
}

type Matcher = (object: { metadata?: Record<string, string> | null }) => boolean;

function parse(query: string, fields: string[]): Matcher {
  const matchers: Matcher[] = [];
  const joints = new Set<string>();
  let rest = query.trim();
  while (rest !== '') {
    const joint = matchers.length === 0 ? null : /^(AND|OR)\s+/i.exec(rest);
    if (joint) rest = rest.slice(joint[0].length);
    if (matchers.length > 0) joints.add(joint?.[1]?.toUpperCase() ?? 'AND');
    const found = clause.exec(rest);
    if (!found) throw invalidParameter(`We were unable to parse your search query. Problem near: ${rest}`, 'query');
    matchers.push(matcher(found, fields));
    rest = rest.slice(found[0].length);
  }
  if (joints.size > 1) throw invalidParameter('A search query cannot combine AND and OR.', 'query');
  return joints.has('OR')
    ? (object) => matchers.some((matches) => matches(object))
    : (object) => matchers.every((matches) => matches(object));
}

function matcher(found: RegExpExecArray, fields: string[]): Matcher {
  const [, minus, field = '', keyA, keyB, operator = ':', valueA, valueB, bare] = found;
  const key = keyA ?? keyB;
  if (field === 'metadata' ? key === undefined : !fields.includes(field))
    throw invalidParameter(`Field \`${field}\` is an unsupported search field for this resource.`, 'query');
  const wanted = valueA ?? valueB ?? (bare === 'null' ? '' : (bare ?? ''));
  return (object) => {
    const value =
      key === undefined ? new Map<string, unknown>(Object.entries(object)).get(field) : object.metadata?.[key];
    return compare(value ?? '', operator, wanted) !== (minus === '-');
  };
}

function compare(value: unknown, operator: string, wanted: string): boolean {
  const actual = String(value).toLowerCase();
  if (operator === ':') return actual === wanted.toLowerCase();
  if (operator === '~') return actual.includes(wanted.toLowerCase());
  if (operator === '>') return Number(value) > Number(wanted);
  if (operator === '<') return Number(value) < Number(wanted);
  return operator === '>=' ? Number(value) >= Number(wanted) : Number(value) <= Number(wanted);
}

import type { Request } from 'express';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { GraphError } from '#sandbox/microsoft/errors.ts';
import { readParameters } from '#sandbox/microsoft/graph/query.ts';

type Row = Record<string, unknown>;
export type Page = { '@odata.context': string; '@odata.count'?: number; value: Row[]; '@odata.nextLink'?: string };

const largestPage = 1000;

/**
 * Returns an OData collection: `$filter`, `$orderby`, `$skip`, `$top` (default 10, maximum 1000), `$select`,
 * `$count`, and a nextLink that repeats the request with the next `$skip`.
 */
export function answerCollection(
  context: MicrosoftContext,
  req: Request,
  all: object[],
  { entity, pageSize = 10 }: { entity: string; pageSize?: number | undefined },
): Page {
  const parameters = readParameters(req);
  const top = readCount(parameters.get('$top'), '$top', 1) ?? pageSize;
  if (top > largestPage) throw invalidQuery(`The value of $top must be from 1 to ${largestPage}.`);
  const skip = readCount(parameters.get('$skip'), '$skip', 0) ?? 0;
  const rows = ordered(filtered(all.map(toRow), parameters.get('$filter')), parameters.get('$orderby'));
  const shown = rows.slice(skip, skip + top);
  const more = rows.length > skip + top;
  return {
    '@odata.context': `https://graph.microsoft.com/v1.0/$metadata#${entity}`,
    ...(parameters.get('$count') === 'true' && { '@odata.count': rows.length }),
    value: shown.map((row) => selected(row, parameters.get('$select'))),
    ...(more && { '@odata.nextLink': nextLink(context, req, skip + top) }),
  };
}

/** Returns a single resource, reduced to the fields in `$select` plus id and etag. */
export function answerEntity(req: Request, entity: string, resource: object): Row {
  const context = { '@odata.context': `https://graph.microsoft.com/v1.0/$metadata#${entity}` };
  return { ...context, ...selected(toRow(resource), readParameters(req).get('$select')) };
}

export function invalidQuery(message: string): GraphError {
  return new GraphError(400, 'ErrorInvalidUrlQuery', message);
}

function toRow(resource: object): Row {
  return Object.fromEntries(Object.entries(resource));
}

function selected(row: Row, select: string | undefined): Row {
  if (select === undefined || select.trim() === '' || select.trim() === '*') return row;
  const names = new Set(select.split(',').map((name) => name.trim().toLowerCase()));
  const unknown = [...names].filter((name) => !Object.keys(row).some((key) => key.toLowerCase() === name));
  if (unknown.length > 0) {
    throw new GraphError(400, 'RequestBroker--ParseUri', `Could not find a property named '${unknown[0]}'.`);
  }
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => name === 'id' || name.startsWith('@') || names.has(name.toLowerCase())),
  );
}

function ordered(rows: Row[], orderBy: string | undefined): Row[] {
  if (orderBy === undefined) return rows;
  const terms = orderBy.split(',').map((term) => {
    const [path = '', direction = 'asc'] = term.trim().split(/\s+/);
    if (direction !== 'asc' && direction !== 'desc')
      throw invalidQuery(`The $orderby expression '${term.trim()}' is not valid.`);
    return { path, sign: direction === 'desc' ? -1 : 1 };
  });
  return rows.toSorted((a, b) => {
    for (const { path, sign } of terms) {
      const order = compare(comparable(valueAt(a, path)), comparable(valueAt(b, path)));
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

const comparisons: Record<string, (order: number) => boolean> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

/**
 * Returns the rows that match `$filter`. Supports what is used on calendars: `path operator literal` and
 * `startswith(path,'text')`, joined by `and`. Anything else is a 400.
 */
function filtered(rows: Row[], filter: string | undefined): Row[] {
  if (filter === undefined || filter.trim() === '') return rows;
  const tests = filter.split(/\s+and\s+(?=(?:[^']*'[^']*')*[^']*$)/i).map(readClause);
  return rows.filter((row) => tests.every((test) => test(row)));
}

function readClause(clause: string): (row: Row) => boolean {
  const [, startsPath, start] =
    /^\(?\s*startswith\(\s*([\w/]+)\s*,\s*'((?:[^']|'')*)'\s*\)\s*\)?$/i.exec(clause.trim()) ?? [];
  if (startsPath !== undefined && start !== undefined) {
    const wanted = start.replaceAll("''", "'").toLowerCase();
    return (row) => String(valueAt(row, startsPath)).toLowerCase().startsWith(wanted);
  }
  const [, path, operator = '', text, bare = ''] =
    /^\(?\s*([\w/]+)\s+(eq|ne|gt|ge|lt|le)\s+(?:'((?:[^']|'')*)'|([\w.:+-]+))\s*\)?$/i.exec(clause.trim()) ?? [];
  const test = comparisons[operator.toLowerCase()];
  if (path === undefined || !test) throw invalidQuery(`Invalid filter clause: '${clause.trim()}'.`);
  const literal = text === undefined ? readLiteral(bare) : text.replaceAll("''", "'");
  return (row) => test(compare(comparable(valueAt(row, path)), comparable(literal)));
}

function readLiteral(bare: string): unknown {
  if (bare === 'true' || bare === 'false') return bare === 'true';
  if (bare === 'null') return null;
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : bare;
}

function valueAt(row: unknown, path: string): unknown {
  return path.split('/').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  }, row);
}

/** Times compare as moments, regardless of format; text compares case-insensitively, as in Exchange. */
function comparable(value: unknown): string | number {
  if (typeof value === 'boolean' || typeof value === 'number') return Number(value);
  if (typeof value !== 'string') return '';
  const [time, offset] =
    /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/i.exec(value) ?? [];
  if (time === undefined) return value.toLowerCase();
  return Date.parse(offset || !time.includes('T') ? time : `${time}Z`);
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function readCount(text: string | undefined, name: string, lowest: number): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= lowest) return count;
  throw invalidQuery(
    `Invalid value '${text}' for ${name} query option found. The ${name} query option requires a whole number of at least ${lowest}.`,
  );
}

function nextLink({ baseUrl }: MicrosoftContext, req: Request, skip: number): string {
  const url = new URL(req.originalUrl, baseUrl);
  const kept = [...url.searchParams].filter(([name]) => name.toLowerCase() !== '$skip');
  url.search = new URLSearchParams([...kept, ['$skip', String(skip)]]).toString();
  return url.href.replaceAll('%24', '$');
}

import type { RequestHandler } from 'express';
import * as z from 'zod';
import { invalidFields } from '#sandbox/google/errors.ts';

/** The selected names; a name without children selects everything below it. `*` matches every name. */
type Selection = Map<string, Selection>;

const record = z.record(z.string(), z.unknown());

/**
 * Google's partial responses: `?fields=items(id,start/dateTime),nextPageToken` reduces a successful response to those
 * fields.
 */
export const selectFields: RequestHandler = (req, res, next) => {
  const { fields } = req.query;
  if (typeof fields !== 'string' || fields === '*') return next();
  const selection = parseFields(fields);
  const send = res.json.bind(res);
  res.json = (body) => send(res.statusCode < 400 ? select(body, selection) : body);
  next();
};

function parseFields(text: string): Selection {
  const tokens = text.match(/[A-Za-z0-9_*-]+|[/(),]/g) ?? [];
  if (tokens.join('') !== text.replaceAll(/\s/g, '')) throw invalidFields(text);
  let at = 0;

  function list(): Selection {
    const selection: Selection = new Map();
    do {
      const [name, below] = item();
      selection.set(name, below);
    } while (take(','));
    return selection;
  }

  function item(): [string, Selection] {
    const name = tokens[at];
    if (name === undefined || /[/(),]/.test(name)) throw invalidFields(text);
    at += 1;
    if (take('/')) return [name, new Map([item()])];
    if (!take('(')) return [name, new Map()];
    const below = list();
    if (!take(')')) throw invalidFields(text);
    return [name, below];
  }

  function take(sign: string): boolean {
    if (tokens[at] !== sign) return false;
    at += 1;
    return true;
  }

  const selection = list();
  if (at < tokens.length) throw invalidFields(text);
  return selection;
}

function select(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => select(item, selection));
  const parsed = record.safeParse(value);
  if (selection.size === 0 || !parsed.success) return value;
  return Object.fromEntries(
    Object.entries(parsed.data).flatMap(([name, child]) => {
      const below = selection.get(name) ?? selection.get('*');
      return below === undefined ? [] : [[name, select(child, below)]];
    }),
  );
}

import * as z from 'zod';

export type Embedded = { source: string; value: unknown };

/** Finds every outermost JSON object or array in `text`, with its source. */
export function embeddedJson(text: string): Embedded[] {
  const found: Embedded[] = [];
  let at = 0;
  while (at < text.length) {
    const start = text.slice(at).search(/[[{]/);
    if (start < 0) break;
    const begin = at + start;
    const end = closingBracket(text, begin);
    const parsed = end === undefined ? undefined : parse(text.slice(begin, end + 1));
    if (parsed) found.push(parsed);
    at = parsed && end !== undefined ? end + 1 : begin + 1;
  }
  return found;
}

const jsonObject = z.record(z.string(), z.unknown());

/** Returns an object as a record; undefined for anything else. */
export function asRecord(value: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(value)) return undefined;
  const parsed = jsonObject.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** Removes data about the user's own side: keys such as `user`, `ownCompany`, `host`. */
export function withoutOwnSide(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwnSide);
  const record = asRecord(value);
  if (!record) return value;
  return Object.fromEntries(
    Object.entries(record)
      .filter(([key]) => !/^(user|own|host|account|our|me|self|myself|reader|recipient|internal)(?![a-z])/.test(key))
      .map(([key, child]) => [key, withoutOwnSide(child)]),
  );
}

function closingBracket(text: string, begin: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = begin; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}

function parse(source: string): Embedded | undefined {
  try {
    const value: unknown = JSON.parse(source);
    // `[7]` is a reference mark, not data.
    if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return undefined;
    return typeof value === 'object' && value !== null ? { source, value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

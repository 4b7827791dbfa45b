import type * as z from 'zod';

/** Returns what a field must be, to be shown after its name; undefined to use Zod's own message. */
export function zodErrorMap(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected];
    case 'invalid_value':
      return `must be ${either.format(issue.values.map(String))}`;
    case 'too_small':
      return sizeWords(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return sizeWords(issue.origin, 'at most', Number(issue.maximum));
    case 'invalid_format':
      return FORMATS[issue.format];
    default:
      return undefined;
  }
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const KINDS: Partial<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

const FORMATS: Partial<Record<string, string>> = {
  datetime: 'must be a date and time with a time zone, for example 2026-12-01T14:00:00Z',
  uuid: 'must be an id (UUID)',
  url: 'must be a URL that begins with http:// or https://',
};

/** @param origin What the size refers to: a number's value, a string's characters or a list's entries. */
function sizeWords(origin: string, bound: 'at least' | 'at most', size: number): string | undefined {
  if (origin === 'number' || origin === 'int') return `must be ${bound} ${size}`;
  if (origin === 'string')
    return size === 1 && bound === 'at least' ? 'must not be empty' : `must have ${bound} ${size} characters`;
  return origin === 'array' ? `must have ${bound} ${size} ${size === 1 ? 'entry' : 'entries'}` : undefined;
}

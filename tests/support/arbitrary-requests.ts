import * as fc from 'fast-check';
import * as z from 'zod';
import type { Endpoint, RawEndpoint } from '#contract/http.ts';

/** The input schema of an endpoint as JSON Schema. */
const inputSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.json()).optional(),
  const: z.json().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get items() {
    return inputSchema.optional();
  },
  get properties() {
    return z.record(z.string(), inputSchema).optional();
  },
  get anyOf() {
    return z.array(inputSchema).optional();
  },
});
export type InputSchema = z.infer<typeof inputSchema>;

export function inputSchemaOf(schema: z.ZodType): InputSchema {
  return inputSchema.parse(z.toJSONSchema(schema, { io: 'input' }));
}

/** Strings that often break programs. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  'line\r\nBcc: eve@evil.test',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%s%n',
  '../../etc/passwd',
  '//evil.test',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '2026-02-30T10:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(3000),
];

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE_TEXTS),
  fc.constantFrom<unknown>(null, true, -1, 0, 0.5, 2 ** 53, -1e308, [], {}, [[[[[[]]]]]], { $ne: null }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Values with a meaning to the server, by format. */
type Words = { uuid: readonly string[]; email: readonly string[]; text: readonly string[] };
const NO_WORDS: Words = { uuid: [], email: [], text: [] };

export type Request = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  token: 'none' | 'made up' | 'genuine';
};

/**
 * Generates requests to an endpoint: valid ones, ones with an invalid field, and entirely invalid ones.
 * @param words values with a meaning to the server
 */
export function arbitraryRequest(endpoint: Endpoint | RawEndpoint, words: Words): fc.Arbitrary<Request> {
  const { params, query, body, example, headers } = endpoint;
  const needsToken = headers !== undefined && 'X-Turnstile-Token' in headers.shape;
  return fc.record({
    params: params ? texts(inputSchemaOf(params), words, { isComplete: true }) : fc.constant({}),
    query: query ? texts(inputSchemaOf(query), words, { isComplete: false }) : fc.constant({}),
    body: body ? bodies(inputSchemaOf(body), example, words) : fc.constant(undefined),
    token: needsToken ? fc.constantFrom('none', 'made up', 'genuine', 'genuine') : fc.constant('none'),
  });
}

/** Generates values that match the schema; refinements in code may still refuse some. */
export function fitting(schema: InputSchema, words: Words = NO_WORDS): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, words)));
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, words);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 5 } = schema;
      return fc.array(fitting(items, words), { minLength, maxLength: Math.min(maxItems, 5) });
    }
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fittingText(schema, words);
  }
}

function fittingObject({ properties = {}, required = [] }: InputSchema, words: Words) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(schema, words)]));
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

function fittingText(schema: InputSchema, words: Words): fc.Arbitrary<string> {
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.min(schema.maxLength ?? 40, Math.max(40, minLength));
  switch (schema.format) {
    case 'uuid':
      return oneOf(fc.uuid(), words.uuid);
    case 'email':
      return oneOf(fc.emailAddress(), words.email);
    case 'date-time':
      return fc
        .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'uri':
      return fc.webUrl({ withQueryParameters: true });
    default:
      return oneOf(
        schema.pattern === undefined
          ? fc.string({ unit: 'grapheme', minLength, maxLength })
          : fc.stringMatching(new RegExp(schema.pattern)),
        words.text,
      );
  }
}

const oneOf = (made: fc.Arbitrary<string>, known: readonly string[]) =>
  known.length === 0 ? made : fc.oneof(made, { weight: 2, arbitrary: fc.constantFrom(...known) });

function bodies(schema: InputSchema, example: unknown, words: Words): fc.Arbitrary<unknown> {
  const fields = isRecord(example) ? example : {};
  const names = Object.keys(schema.properties ?? {});
  const near = fc.oneof(fc.constant(fields), fitting(schema, words)).chain((body) =>
    fc
      .dictionary(fc.constantFrom(...(names.length > 0 ? names : ['field'])), hostile, { minKeys: 1, maxKeys: 2 })
      .map((odd) => ({
        ...(isRecord(body) ? body : {}),
        ...odd,
      })),
  );
  // Replaces fields of the example with valid values, so that rules between fields sometimes hold.
  const varied = fitting(schema, words).chain((other) =>
    fc.subarray(names).map((taken) => {
      const others = isRecord(other) ? Object.entries(other) : [];
      return { ...fields, ...Object.fromEntries(others.filter(([name]) => taken.includes(name))) };
    }),
  );
  return fc.oneof(
    { weight: 4, arbitrary: varied },
    { weight: 2, arbitrary: fitting(schema, words) },
    { weight: 3, arbitrary: near },
    { weight: 1, arbitrary: hostile },
  );
}

/** Generates path or query values, which are always text. */
function texts(
  { properties = {} }: InputSchema,
  words: Words,
  { isComplete }: { isComplete: boolean },
): fc.Arbitrary<Record<string, string>> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const values = fc.oneof(
      { weight: 3, arbitrary: fitting(schema, words).map(String) },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
    );
    // URLs cannot hold a lone surrogate, and a path of dots resolves to another path.
    return [name, values.map((text) => (isComplete && /^\.*$/.test(text) ? 'dots' : text).toWellFormed())] as const;
  });
  const whole = fc.record(Object.fromEntries(fields));
  if (isComplete) return whole;
  const names = fields.map(([name]) => name);
  return fc.tuple(whole, fc.subarray(names)).map(([given, kept]) => {
    return Object.fromEntries(Object.entries(given).filter(([name]) => kept.includes(name)));
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

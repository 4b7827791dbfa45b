import * as z from 'zod';
import { invalidParameter, type StripeError } from '#sandbox/stripe/errors.ts';

/** A boolean in a form: `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
/** An integer in a form. */
export const whole = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number);
export const text = z.string().min(1).max(5_000);
/** A string; an empty one clears the field. */
export const clearable = z
  .string()
  .max(5_000)
  .transform((value) => (value === '' ? null : value));
export const email = z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Invalid email address');
export const url = z.string().refine(isHttpUrl, 'Not a valid URL');
export const metadata = z.preprocess(
  (value) => (value === '' ? {} : value),
  z.record(z.string().max(40), z.string().max(500)),
);
const bound = z.strictObject({
  gt: whole.optional(),
  gte: whole.optional(),
  lt: whole.optional(),
  lte: whole.optional(),
});
/** A time, or a range of times. */
export const range = z.preprocess((value) => (typeof value === 'string' ? { gte: value, lte: value } : value), bound);

export type Range = z.infer<typeof bound>;

export function isWithin(value: number, { gt, gte, lt, lte }: Range = {}): boolean {
  return !(
    (gt !== undefined && value <= gt) ||
    (gte !== undefined && value < gte) ||
    (lt !== undefined && value >= lt) ||
    (lte !== undefined && value > lte)
  );
}

/**
 * Returns the metadata after an update: given keys are replaced, empty values remove them; an empty `metadata` removes
 * all.
 */
export function mergeMetadata(current: Record<string, string>, given?: Record<string, string>): Record<string, string> {
  if (given === undefined) return current;
  if (Object.keys(given).length === 0) return {};
  return Object.fromEntries(Object.entries({ ...current, ...given }).filter(([, value]) => value !== ''));
}

/** Returns the validated parameters. @throws Stripe's error about the first invalid one */
export function parseParams<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw parsed.error;
  throw refusal(issue, valueAt(given, issue.path));
}

function refusal(issue: z.core.$ZodIssue, value: unknown): StripeError {
  const param = bracketed(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = bracketed([...issue.path, ...issue.keys.slice(0, 1)]);
    return invalidParameter(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
  }
  if (value === undefined) return invalidParameter(`Missing required param: ${param}.`, param, 'parameter_missing');
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    return invalidParameter(message, param, 'parameter_invalid_empty');
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    if (values.join() === 'true,false') return invalidParameter(`Invalid boolean: ${shown(value)}`, param);
    return invalidParameter(`Invalid ${param}: must be one of ${listed(values)}`, param);
  }
  if (issue.message === 'Invalid integer')
    return invalidParameter(`Invalid integer: ${shown(value)}`, param, 'parameter_invalid_integer');
  if (issue.message === 'Not a valid URL') return invalidParameter('Not a valid URL', param, 'url_invalid');
  if (issue.message === 'Invalid email address')
    return invalidParameter(`Invalid email address: ${shown(value)}`, param, 'email_invalid');
  if (issue.code === 'invalid_type') return invalidParameter(`Invalid ${issue.expected}`, param);
  return invalidParameter(`Invalid ${param}: ${issue.message}`, param);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formats a path as Stripe does: `['line_items', 0, 'price']` is `line_items[0][price]`. */
function bracketed([first, ...rest]: PropertyKey[]): string {
  return String(first ?? '') + rest.map((key) => `[${String(key)}]`).join('');
}

function listed(values: string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`;
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? new Map(Object.entries(inner)).get(String(key)) : undefined,
    value,
  );
}

function isHttpUrl(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value.replaceAll(/[{}]/g, ''));
}

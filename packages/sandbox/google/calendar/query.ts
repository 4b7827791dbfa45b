import type { Request } from 'express';
import * as z from 'zod';
import { invalid } from '#sandbox/google/errors.ts';

/** A boolean query parameter, sent as `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
export const wholeNumber = z.coerce.number().int().positive();

/**
 * Parses the query, or throws 400 naming the first invalid parameter. Like Google, ignores unknown parameters.
 */
export function readQuery<T>(req: Request, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(req.query);
  if (parsed.success) return parsed.data;
  const name = parsed.error.issues[0]?.path.join('.') ?? '';
  throw invalid(`Invalid value for: ${name}`, name);
}

/** Parses a JSON body, or throws 400 naming the first invalid field. */
export function readBody<T>(req: Request, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(req.body ?? {});
  if (parsed.success) return parsed.data;
  throw invalid(`Invalid value for: ${parsed.error.issues[0]?.path.join('.') || 'body'}`);
}

/** Returns the document in a token made by `sealToken`; undefined if it does not match `schema`. */
export function openToken<T>(token: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

export function sealToken(document: unknown): string {
  return Buffer.from(JSON.stringify(document)).toString('base64url');
}

import type { Request, Response } from 'express';
import type * as z from 'zod';
import { invalid } from './errors.ts';
import { zodErrorMap } from './zod-error-map.ts';

/** Parses the body with the endpoint's schema. @throws 400 naming each invalid field */
export function readBody<S extends z.ZodType>(endpoint: { body: S }, request: Request): z.output<S> {
  return parse(endpoint.body, request.body ?? {});
}

export function readQuery<S extends z.ZodType>(endpoint: { query: S }, request: Request): z.output<S> {
  return parse(endpoint.query, request.query);
}

export function readParams<S extends z.ZodType>(endpoint: { params: S }, request: Request): z.output<S> {
  return parse(endpoint.params, request.params);
}

/**
 * Sends the success envelope. A `message` in the data is repeated in the envelope, where the specification's client
 * looks for it.
 *
 * @param endpoint Its `data` schema types the response; tests also validate it.
 */
export function answer<S extends z.ZodType>(
  response: Response,
  { status = 200 }: { data: S; status?: 200 | 202 },
  data: z.input<S>,
): void {
  response.status(status).json({ success: true, ...messageOf(data), data });
}

/** Like `answer`, for one page of a list, with pagination next to the data. */
export function answerPage<S extends z.ZodType, P extends z.ZodType>(
  response: Response,
  _endpoint: { data: S; pagination: P },
  data: z.input<S>,
  pagination: z.input<P>,
): void {
  response.json({ success: true, data, pagination });
}

function messageOf(data: unknown): { message?: string } {
  const hasMessage = typeof data === 'object' && data !== null && 'message' in data;
  return hasMessage && typeof data.message === 'string' ? { message: data.message } : {};
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: zodErrorMap });
  if (result.success) return result.data;
  const errors = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const field = path.join('.') || 'request';
    // Keeps each field's first message; the first field's is also the overall message.
    if (!errors.has(field)) errors.set(field, message);
  }
  throw invalid(Object.fromEntries(errors));
}

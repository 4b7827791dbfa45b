import type { Response } from 'express';
import type * as z from 'zod';
import type { Endpoint } from '#contract/http.ts';
import { invalid } from './errors.ts';
import { zodErrorMap } from './zod-error-map.ts';

/** A handler's result: the `data` of its response and, for a numbered page, the `pagination` next to it. */
export type Answer<E extends Endpoint> = E['pagination'] extends z.ZodType
  ? { data: z.input<E['data']>; pagination: z.input<E['pagination']> }
  : z.input<E['data']>;

/**
 * Sends the success envelope. A `message` in the data is repeated in the envelope, where the specification's client
 * looks for it.
 *
 * @param endpoint Its schemas type the response; tests also validate responses against them.
 */
export function answer<E extends Endpoint>(response: Response, endpoint: E, data: Answer<E>): void;
export function answer(
  response: Response,
  { status = 200, pagination }: { status?: number; pagination?: z.ZodType },
  data: object,
): void {
  const content = pagination ? data : { ...messageOf(data), data };
  response.status(status).json({ success: true, ...content });
}

function messageOf(data: unknown): { message?: string } {
  const hasMessage = typeof data === 'object' && data !== null && 'message' in data;
  return hasMessage && typeof data.message === 'string' ? { message: data.message } : {};
}

/** @throws 400 listing each invalid field */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
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

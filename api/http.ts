import type { Request, Response } from 'express';
import type * as z from 'zod';
import { invalid } from './errors.ts';

/** The body as the endpoint describes it. @throws 400 naming each field that does not fit */
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
 * Answers with the success envelope. A `message` in the data stands in the envelope as well, where the specification's client looks for it.
 * With `checkResponses` the data is held against the endpoint's schema first.
 */
export function answer<S extends z.ZodType>(response: Response, endpoint: { data: S }, data: z.input<S>): void {
  const checked = response.app.get('checkResponses') === true ? endpoint.data.parse(data) : data;
  response.json({ success: true, ...messageOf(checked), data: checked });
}

/** As `answer`, for one page of a list: how many pages there are stands beside the data. */
export function answerPage<S extends z.ZodType, P extends z.ZodType>(
  response: Response,
  endpoint: { data: S; pagination: P },
  data: z.input<S>,
  pagination: z.input<P>,
): void {
  const isChecked = response.app.get('checkResponses') === true;
  response.json({
    success: true,
    data: isChecked ? endpoint.data.parse(data) : data,
    pagination: isChecked ? endpoint.pagination.parse(pagination) : pagination,
  });
}

function messageOf(data: unknown): { message?: string } {
  const hasMessage = typeof data === 'object' && data !== null && 'message' in data;
  return hasMessage && typeof data.message === 'string' ? { message: data.message } : {};
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => [path.join('.') || 'request', message] as const);
  // The first word on a field is the one that matters.
  throw invalid(Object.fromEntries(errors.toReversed()));
}

import type { Request, Response } from 'express';
import type * as z from 'zod';
import { invalid } from './errors.ts';
import { refusalWords } from './refusal-words.ts';

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
 *
 * @param endpoint whose data it has to be: the compiler holds it against the contract, the tests hold the answer
 */
export function answer<S extends z.ZodType>(
  response: Response,
  { status = 200 }: { data: S; status?: 200 | 202 },
  data: z.input<S>,
): void {
  response.status(status).json({ success: true, ...messageOf(data), data });
}

/** How many answers of JSON text go out for one that is held against its schema while the product runs. */
const CHECK_EVERY = 1_000;
let unchecked = 0;

/**
 * As `answer`, with data that Postgres wrote as JSON text, for lists that are read all the time. Reading it again would cost more than the rest of the
 * request, so while the product runs a sample is checked; what does not fit is logged, for the client has its answer.
 */
export function answerText(response: Response, endpoint: { data: z.ZodType }, json: string): void {
  unchecked += 1;
  if (unchecked >= CHECK_EVERY) {
    unchecked = 0;
    const { error } = endpoint.data.safeParse(JSON.parse(json));
    if (error) response.req.log.error({ err: error }, 'an answer does not fit its schema');
  }
  response.type('json').send(`{"success":true,"data":${json}}`);
}

/** As `answer`, for one page of a list: how many pages there are stands beside the data. */
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
  const result = schema.safeParse(value, { error: refusalWords });
  if (result.success) return result.data;
  const errors = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const field = path.join('.') || 'request';
    // The first word on a field is the one that matters; the first field's stands in the message of the whole.
    if (!errors.has(field)) errors.set(field, message);
  }
  throw invalid(Object.fromEntries(errors));
}

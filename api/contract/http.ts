import * as z from 'zod';

/**
 * Who may call an endpoint. `subscriber` is a verified account with a valid subscription or a whitelist entry (domain/access decides);
 * `signature` is a machine caller that proves itself in the request (payment provider, calendar push, mail notification).
 */
export type Access = 'public' | 'session' | 'subscriber' | 'admin' | 'signature';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** One call of the API: everything the server, the client, the tests and the OpenAPI document need to agree on. */
export type Endpoint = {
  method: Method;
  /** Express style, below /api: `/research/meetings/:id`. */
  path: string;
  access: Access;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Shape of `data` in the success envelope. */
  data: z.ZodType;
  /** Shape of `pagination` beside `data`, for lists that are turned page by page. */
  pagination?: z.ZodType;
};

export function endpoint<const E extends Endpoint>(description: E): E {
  return description;
}

/** `data` of an endpoint, as the client receives it. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined;

/** Stable machine-readable reasons; the text beside them is for people and may be reworded. */
export const errorCode = z.enum([
  'BAD_REQUEST',
  'VALIDATION',
  'INVALID_TARGET',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'EMAIL_NOT_VERIFIED',
  'INSUFFICIENT_SUBSCRIPTION',
  'QUOTA_EXCEEDED',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL',
  'UNAVAILABLE',
]);
export type ErrorCode = z.infer<typeof errorCode>;

/** Fields of specification section 3 "Error info" that the client reads from a failed call, beside the envelope. */
export const errorDetails = z.object({
  errors: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
  retryAfter: z.number().optional(),
  limit: z.number().optional(),
  remaining: z.number().optional(),
  reset: z.number().optional(),
  quota: z.number().optional(),
  used: z.number().optional(),
  resetDate: z.string().optional(),
  requiredPlan: z.string().optional(),
  currentPlan: z.string().optional(),
  targetDomain: z.string().optional(),
  reason: z.string().optional(),
});
export type ErrorDetails = z.infer<typeof errorDetails>;

export const errorBody = errorDetails.extend({
  success: z.literal(false),
  message: z.string(),
  error: z.string(),
  code: errorCode,
});
export type ErrorBody = z.infer<typeof errorBody>;

/** An instant as the wire carries it everywhere: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** Accepts any ISO 8601 date-time with an offset and hands on a Date. */
export const instantInput = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Folds ASCII case only: a Unicode look-alike must stay a different address. */
export function foldCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export const email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email())
  .transform((text) => foldCase(text));

export const uuid = z.uuid();
export const provider = z.enum(['google', 'microsoft']);
export type Provider = z.infer<typeof provider>;

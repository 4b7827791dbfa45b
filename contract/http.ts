import * as z from 'zod';
import { PROVIDERS } from '#domain/enumerations.ts';
import { foldCase } from '#domain/fold-case.ts';

/**
 * The access level of an endpoint. `subscriber`: a verified account with a valid subscription or whitelist entry
 * (domain/access.ts decides). `signature`: an external service whose requests are signed or carry a token (payment
 * provider, calendar push, mail feedback, one-click unsubscribe). `operator`: whoever runs this installation.
 */
export type Access = 'public' | 'session' | 'subscriber' | 'admin' | 'signature' | 'operator';

/** A permission of a personal access token. */
export type Scope = 'read' | 'write';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Declared by every route. */
type Described = {
  method: Method;
  /** Express style, relative to `base`: `/research/meetings/:id`. */
  path: string;
  /** Path prefix; `/api` by default. Probes, metrics and one-click unsubscribes are at the root. */
  base?: '';
  access: Access;
  /** Scope a personal access token needs for the call; if missing, tokens cannot make the call. */
  scope?: Scope;
  /** One line, shown next to the path in the document. */
  summary: string;
  /** Details in Markdown. */
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Request headers it reads besides the cookie. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** A valid body, shown in the document and used as a base by tests of invalid input. */
  example?: unknown;
  /**
   * Errors the handler itself may throw. Those of access, validation, bot check and limits are derived from the other
   * fields (declared-errors.ts).
   */
  errors?: readonly ErrorCode[];
};

/** An API call: everything the server, client, tests and OpenAPI document must agree on. */
export type Endpoint = Described & {
  /** Status of a success; 200 by default. */
  status?: 202;
  /** Shape of `data` in the success envelope. */
  data: z.ZodType;
  /** Shape of `pagination` next to `data`, for numbered pages. */
  pagination?: z.ZodType;
};

/** A call as it is written in documentation, such as `get /meetings/:id`. */
type Target = `${Method} /${string}`;
type Targeted<T extends Target, D> = T extends `${infer M} ${infer P}` ? { method: M; path: P } & D : never;

/** @param target Method and path; the path is in Express style, relative to `base`. */
export function endpoint<const T extends Target, const D extends Omit<Endpoint, 'method' | 'path'>>(
  target: T,
  description: D,
): Targeted<T, D>;
export function endpoint(target: string, description: object): object {
  return { ...splitTarget(target), ...description };
}

/** A response without an envelope; no `contentType` means no body. */
type RawAnswer = { description: string; contentType?: string; schema?: z.ZodType };

/** A route whose success has no envelope: a document, metrics, a redirect. Its failures have one. */
export type RawEndpoint = Described & { answers: Record<number, RawAnswer> };

export function rawEndpoint<const T extends Target, const D extends Omit<RawEndpoint, 'method' | 'path'>>(
  target: T,
  description: D,
): Targeted<T, D>;
export function rawEndpoint(target: string, description: object): object {
  return { ...splitTarget(target), ...description };
}

function splitTarget(target: string): { method: string; path: string } {
  const [method = '', path = ''] = target.split(' ');
  return { method, path };
}

/** Returns the full path in Express style, such as `/api/research/meetings/:id`. */
export function fullPath({ base, path }: Pick<Described, 'base' | 'path'>): string {
  return `${base ?? '/api'}${path}`;
}

/** An endpoint's `data` as the client receives it. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined;

/** Stable, machine-readable reasons; the message is for people and may be reworded. */
export const errorCode = z.enum([
  'BAD_REQUEST',
  'VALIDATION',
  'INVALID_TARGET',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'EMAIL_NOT_VERIFIED',
  'PASSWORD_REQUIRED',
  'FACTOR_REQUIRED',
  'FACTOR_SETUP_REQUIRED',
  'INSUFFICIENT_SUBSCRIPTION',
  'QUOTA_EXCEEDED',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL',
  'BAD_GATEWAY',
  'UNAVAILABLE',
]);
export type ErrorCode = z.infer<typeof errorCode>;

/** Fields of specification section 3 "Error info" that the client reads from a failed call, next to the envelope. */
export const errorDetails = z.object({
  errors: z.record(z.string(), z.string()).optional().describe('Errors by field'),
  requestId: z.string().optional().describe('Id of the request in the log'),
  retryAfter: z.number().optional().describe('Seconds to wait, as in `Retry-After`'),
  limit: z.number().optional().describe('Requests per window, as in `X-RateLimit-Limit`'),
  remaining: z.number().optional().describe('Requests left, as in `X-RateLimit-Remaining`'),
  reset: z.number().optional().describe('When the window ends, in seconds since 1970, as in `X-RateLimit-Reset`'),
  quota: z.number().optional().describe('Research included per period'),
  used: z.number().optional().describe('Research used in this period'),
  resetDate: z.string().optional().describe('When the next period starts, ISO 8601'),
  requiredPlan: z.string().optional(),
  currentPlan: z.string().optional(),
  targetDomain: z.string().optional().describe('Domain of the company to research'),
  methods: z.array(z.string()).optional().describe('Second factors the account can use'),
  reason: z.string().optional().describe('Why the meeting cannot be researched, for display'),
});
export type ErrorDetails = z.infer<typeof errorDetails>;

export const errorBody = errorDetails.extend({
  success: z.literal(false),
  message: z.string(),
  error: z.string(),
  code: errorCode,
});
export type ErrorBody = z.infer<typeof errorBody>;

/** The format of instants in responses: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** Accepts any ISO 8601 date-time with an offset and returns a Date. */
export const instantInput = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const INVALID_EMAIL = 'Please enter a valid email address';

/**
 * Returns a schema for email addresses that folds ASCII case.
 *
 * @param missing Message if empty; the specification's forms use different ones.
 */
export const emailField = (missing = INVALID_EMAIL) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(254, INVALID_EMAIL)
    .meta({ format: 'email' })
    .pipe(z.email(INVALID_EMAIL))
    .transform((text) => foldCase(text));
export const email = emailField();

export const uuid = z.uuid();
export const provider = z.enum(PROVIDERS);
export type Provider = z.infer<typeof provider>;

/** For calls that are sent as JSON although they take no input. */
export const emptyBody = { example: {}, body: z.strictObject({}) } as const;

/** For calls on a record by its id. */
export const byId = { errors: ['NOT_FOUND'], params: z.object({ id: uuid }) } as const;

/** For calls that describe what a mailed link does. They change nothing, because mail scanners open links too. */
export const linkQuery = <T extends z.ZodType>(token: T) =>
  ({ access: 'public', errors: ['BAD_REQUEST'], query: z.object({ token }) }) as const;

/** For calls that do what a mailed link offers. */
export const linkBody = <T extends z.ZodType>(token: T) =>
  ({
    access: 'public',
    errors: ['BAD_REQUEST'],
    example: { token: 'token-from-the-email' },
    body: z.strictObject({ token }),
    data: z.object({ message: z.string() }),
  }) as const;

/** Header of calls that require a bot check. A token works once, so it is checked last. */
export const botTokenHeader = z.object({
  'X-Turnstile-Token': z.string().min(1).describe('Token of the challenge widget, at most 2048 characters; works once'),
});

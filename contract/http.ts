import * as z from 'zod';
import { PROVIDERS } from '#domain/enumerations.ts';
import { foldCase } from '#domain/fold-case.ts';

/**
 * Who may call an endpoint. `subscriber` is a verified account with a valid subscription or a whitelist entry (domain/access decides);
 * `signature` is a machine caller that proves itself in the request (payment provider, calendar push, mail notification); `operator` is whoever runs this installation.
 */
export type Access = 'public' | 'session' | 'subscriber' | 'admin' | 'signature' | 'operator';

/** What a personal access token may do. */
export type Scope = 'read' | 'write';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** What every route says of itself, whatever it answers with. */
type Described = {
  method: Method;
  /** Express style, after `base`: `/research/meetings/:id`. */
  path: string;
  /** What the path begins with: `/api` where it is not given. Probes, and what a mail posts to the address of a page, stand at the root. */
  base?: '';
  access: Access;
  /** Of a personal access token that may make the call; without it none may. */
  scope?: Scope;
  /** One line; the document shows it beside the path. */
  summary: string;
  /** What the summary has no room for, in Markdown. */
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Headers that are read, beside the cookie. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** A body that succeeds, shown in the document and the start of what the tests of bad input try. */
  example?: unknown;
  /** Refusals of the handler's own. Those of access, shape, bot check and limits follow from the rest (declared-errors.ts). */
  errors?: readonly ErrorCode[];
};

/** One call of the API: everything the server, the client, the tests and the OpenAPI document need to agree on. */
export type Endpoint = Described & {
  /** Of a success; 200 where it is not given. */
  status?: 202;
  /** Shape of `data` in the success envelope. */
  data: z.ZodType;
  /** Shape of `pagination` beside `data`, for lists that are turned page by page. */
  pagination?: z.ZodType;
};

export function endpoint<const E extends Endpoint>(description: E): E {
  return description;
}

/** What a route answers with that has no envelope; `contentType` is missing where there is no body. */
type RawAnswer = { description: string; contentType?: string; schema?: z.ZodType };

/** A route whose success is no envelope: a document, figures, a link that sends the browser on. Its failures are the envelope's all the same. */
export type RawEndpoint = Described & { answers: Record<number, RawAnswer> };

export function rawEndpoint<const E extends RawEndpoint>(description: E): E {
  return description;
}

/** The whole path in Express style: `/api/research/meetings/:id`. */
export function fullPath({ base, path }: Pick<Described, 'base' | 'path'>): string {
  return `${base ?? '/api'}${path}`;
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

/** Fields of specification section 3 "Error info" that the client reads from a failed call, beside the envelope. */
export const errorDetails = z.object({
  errors: z.record(z.string(), z.string()).optional().describe('What is wrong, by field'),
  requestId: z.string().optional().describe('Finds the request in the log'),
  retryAfter: z.number().optional().describe('Seconds to wait, as in `Retry-After`'),
  limit: z.number().optional().describe('Requests in a window of the limit that refused, as in `X-RateLimit-Limit`'),
  remaining: z.number().optional().describe('What is left of them, as in `X-RateLimit-Remaining`'),
  reset: z.number().optional().describe('When the window ends, in seconds since 1970, as in `X-RateLimit-Reset`'),
  quota: z.number().optional().describe('Research of one period'),
  used: z.number().optional().describe('What was used of it'),
  resetDate: z.string().optional().describe('When the next period begins, ISO 8601'),
  requiredPlan: z.string().optional(),
  currentPlan: z.string().optional(),
  targetDomain: z.string().optional().describe('Whom the meeting is with'),
  methods: z.array(z.string()).optional().describe('How the second factor can be given'),
  reason: z.string().optional().describe('Why the meeting cannot be researched, in words for the user'),
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

const INVALID_EMAIL = 'Please enter a valid email address';

/** @param missing what is said where there is none; each form of the specification has its own words for that */
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

/** Header of calls that a person has to make. The token counts once, so it is spent after everything else of the request is in order. */
export const botTokenHeader = z.object({
  'X-Turnstile-Token': z
    .string()
    .min(1)
    .describe('Token of the challenge widget, at most 2048 characters; counts once'),
});

import { ApiError, type FailureDetails } from './api-error.ts';

type Fields = Record<string, unknown>;
type Envelope = Fields & { message?: string; error?: string };

/** The content of a successful response. `pagination` is set for paged lists. */
export type Answer = { status: number; message: string | undefined; data: unknown; pagination: unknown };

/**
 * Checks a response's envelope and returns its content.
 * @throws ApiError for anything but a success, with the error details from body and headers
 */
export async function readEnvelope(response: Response): Promise<Answer> {
  const body = await readJson(response);
  if (!isEnvelope(body)) throw failure(response, 'Invalid API response format', {});
  if (response.ok && body['success'] === true) {
    const { message, data, pagination } = body;
    return { status: response.status, message, data, pagination };
  }
  throw failure(response, failureMessage(response, body), body);
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    // An aborted or broken download is not malformed JSON: the caller decides between timeout and network error.
    if (!(cause instanceof SyntaxError)) throw cause;
    const message = `Failed to parse response as JSON: ${response.status} ${response.statusText}`;
    throw failure(response, message, {}, cause);
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEnvelope(body: unknown): body is Envelope {
  if (!isFields(body) || typeof body['success'] !== 'boolean') return false;
  const { message, error, errors } = body;
  if (![message, error].every((text) => text === undefined || typeof text === 'string')) return false;
  return errors === undefined || isFields(errors);
}

function failureMessage(response: Response, { message, error }: Envelope): string {
  const { retryAfter } = rateLimitHeaders(response);
  if (retryAfter !== undefined) return `Rate limit exceeded. Please try again in ${retryAfter} seconds.`;
  return message || error || `HTTP error! status: ${response.status}`;
}

function failure(response: Response, message: string, body: Envelope, cause?: unknown): ApiError {
  const errors = isFields(body['errors']) ? body['errors'] : {};
  return new ApiError({
    message,
    serverText: body.message || body.error || undefined,
    status: response.status,
    code: failureCode(response, body),
    details: { ...failureDetails(errors), ...failureDetails(body), ...rateLimitHeaders(response) },
    fieldErrors: Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, String(text)])),
    cause,
  });
}

function failureCode(response: Response, body: Fields): string | undefined {
  if (response.status === 401) return 'UNAUTHORIZED';
  if (response.status === 429) return 'RATE_LIMIT_EXCEEDED';
  return typeof body['code'] === 'string' ? body['code'] : undefined;
}

function failureDetails(body: Fields): FailureDetails {
  return {
    ...pick(body, ['retryAfter', 'limit', 'remaining', 'reset', 'quota', 'used'], isAmount),
    ...pick(body, ['requestId', 'resetDate', 'requiredPlan', 'currentPlan', 'targetDomain', 'reason'], isText),
    ...pick(body, ['methods'], isTexts),
  };
}

/** Reads a 429's rate-limit headers, in requests and seconds (`reset` since 1970); empty for any other status. */
function rateLimitHeaders(response: Response): FailureDetails {
  if (response.status !== 429) return {};
  // An empty header means absent, not 0 seconds.
  const amount = (name: string) => Number(response.headers.get(name) || Number.NaN);
  const found = {
    retryAfter: amount('Retry-After'),
    limit: amount('X-RateLimit-Limit'),
    remaining: amount('X-RateLimit-Remaining'),
    reset: amount('X-RateLimit-Reset'),
  };
  return pick(found, ['retryAfter', 'limit', 'remaining', 'reset'], isAmount);
}

function isAmount(value: unknown): value is number {
  return Number.isFinite(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/** Returns the fields that have the expected type. */
function pick<Name extends string, Kind>(body: Fields, names: Name[], isKind: (value: unknown) => value is Kind) {
  const found: Partial<Record<Name, Kind>> = {};
  for (const name of names) {
    const value = body[name];
    if (isKind(value)) found[name] = value;
  }
  return found;
}

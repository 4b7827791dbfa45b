import { ApiError, type FailureDetails } from './api-error.ts';

type Fields = Record<string, unknown>;

/** What a success carries: its data and, for a list that is turned page by page, how many pages there are. */
export type Answer = { status: number; data: unknown; pagination: unknown };

/**
 * Reads a response of the API: the envelope is checked, its content handed on.
 * @throws ApiError for anything but a success envelope, classified and with the fields and headers the caller may show.
 */
export async function readEnvelope(response: Response): Promise<Answer> {
  const body = await readJson(response);
  if (!isEnvelope(body)) throw failure(response, 'Invalid API response format', {});
  if (response.ok && body['success'] === true) {
    const { data, pagination } = body;
    return { status: response.status, data, pagination };
  }
  throw failure(response, failureMessage(response, body), body);
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    // A download given up or cut off is no malformed answer: the caller says whether it was the timeout or the line.
    if (!(cause instanceof SyntaxError)) throw cause;
    const message = `Failed to parse response as JSON: ${response.status} ${response.statusText}`;
    throw failure(response, message, {}, cause);
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEnvelope(body: unknown): body is Fields {
  if (!isFields(body) || typeof body['success'] !== 'boolean') return false;
  const { message, error, errors } = body;
  if (![message, error].every((text) => text === undefined || typeof text === 'string')) return false;
  return errors === undefined || isFields(errors);
}

function failureMessage(response: Response, body: Fields): string {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  if (response.status === 429 && Number.isFinite(retryAfter)) {
    return `Rate limit exceeded. Please try again in ${retryAfter} seconds.`;
  }
  const said = [body['message'], body['error']].find((text) => typeof text === 'string' && text !== '');
  return typeof said === 'string' ? said : `HTTP error! status: ${response.status}`;
}

function failure(response: Response, message: string, body: Fields, cause?: unknown): ApiError {
  const errors = isFields(body['errors']) ? body['errors'] : {};
  return new ApiError({
    message,
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
    ...numbers(body, ['retryAfter', 'limit', 'remaining', 'reset', 'quota', 'used']),
    ...texts(body, ['requestId', 'resetDate', 'requiredPlan', 'currentPlan', 'targetDomain', 'reason']),
  };
}

/** The standing of the limit, in seconds and calls, as the headers of a 429 give it. */
function rateLimitHeaders(response: Response): FailureDetails {
  if (response.status !== 429) return {};
  const header = (name: string) => response.headers.get(name) ?? undefined;
  const found = {
    retryAfter: header('Retry-After'),
    limit: header('X-RateLimit-Limit'),
    remaining: header('X-RateLimit-Remaining'),
    reset: header('X-RateLimit-Reset'),
  };
  const amounts = Object.entries(found).map(([name, text]): [string, number] => [name, Number(text ?? Number.NaN)]);
  return numbers(Object.fromEntries(amounts), ['retryAfter', 'limit', 'remaining', 'reset']);
}

function numbers<Name extends string>(body: Fields, names: Name[]): Partial<Record<Name, number>> {
  const found: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'number' && Number.isFinite(value)) found[name] = value;
  }
  return found;
}

function texts<Name extends string>(body: Fields, names: Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

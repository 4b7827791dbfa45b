import { OperationProcessingError, ResponseBodyError, WWWAuthenticateChallengeError } from 'oauth4webapi';
import * as z from 'zod';
import {
  AccessTokenRejectedError,
  asError,
  CodeRejectedError,
  CursorExpiredError,
  GrantRevokedError,
  RateLimitedError,
  RequestRejectedError,
  ScopeMissingError,
  type VendorError,
  VendorUnavailableError,
} from '#providers/errors.ts';
import { parseRetryAfter } from '#providers/retry-after.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';

/** An error response from Graph. */
export class GraphFailure extends LoggableError {
  override name = 'GraphFailure';
  readonly status: number;
  /** Graph's error code, such as `ErrorItemNotFound`; empty if the response has none. */
  readonly code: string;
  readonly retryAfterMs: number | null;

  constructor(status: number, code: string, retryAfterMs: number | null) {
    super(`Graph returned ${status} ${code}`.trimEnd());
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

const graphBody = z.object({ error: z.object({ code: z.string() }) });

/** Reads an error response. */
export async function readFailure(response: Response): Promise<GraphFailure> {
  const text = await response.text().catch(() => ''); // a response that was cut off still has its status
  const code = graphBody.safeParse(parseJson(text)).data?.error.code ?? '';
  return new GraphFailure(response.status, code, parseRetryAfter(response.headers.get('retry-after')));
}

const SCOPE_CODES = new Set(['erroraccessdenied', 'accessdenied', 'authorization_requestdenied']);
const CURSOR_CODES = new Set(['syncstatenotfound', 'syncstateinvalid', 'resyncrequired']);
const REJECTION_CODES: Record<number, string> = { 400: 'bad_request', 403: 'forbidden', 404: 'not_found', 410: 'gone' };

/** Maps a failed Graph call. */
export function toGraphError(failure: GraphFailure): VendorError {
  const { status, retryAfterMs } = failure;
  if (status === 401) return new AccessTokenRejectedError(failure);
  if (status === 403 && SCOPE_CODES.has(failure.code.toLowerCase())) return new ScopeMissingError(failure);
  // A throttled mailbox responds with either status.
  if (status === 429 || (status === 503 && retryAfterMs !== null)) return new RateLimitedError(retryAfterMs, failure);
  if (status >= 500 || status === 408) return new VendorUnavailableError(failure);
  return new RequestRejectedError(REJECTION_CODES[status] ?? 'request_rejected', failure);
}

/** Returns whether a mapped failure means that the item does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof RequestRejectedError && error.code === 'not_found';
}

/** Maps a failed call to a link to Graph's next page or next changes, whose state may have expired. */
export function toContinuationError(failure: GraphFailure): VendorError {
  const { status, code } = failure;
  const isForgotten = status === 410 || (status >= 400 && status < 500 && CURSOR_CODES.has(code.toLowerCase()));
  return isForgotten ? new CursorExpiredError(failure) : toGraphError(failure);
}

/** Only the user can resolve these, on a consent page. */
const GRANT_CODES = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']);
const PASSING_CODES = new Set(['temporarily_unavailable', 'server_error']);

/**
 * Maps a failed call to the token endpoint. A rejected grant has different meanings for a code and a
 * refresh token.
 */
export function toTokenError(error: unknown, grant: 'authorization_code' | 'refresh_token'): Error {
  const answer = readTokenAnswer(error);
  if (!answer) return asError(error);
  const { code, response } = answer;
  if (GRANT_CODES.has(code)) {
    return grant === 'refresh_token' ? new GrantRevokedError(error) : new CodeRejectedError(error);
  }
  if (response?.status === 429) {
    return new RateLimitedError(parseRetryAfter(response.headers.get('retry-after')), error);
  }
  const isPassing =
    PASSING_CODES.has(code) || (response !== null && (response.status >= 500 || response.status === 408));
  return isPassing ? new VendorUnavailableError(error) : new RequestRejectedError(code || 'token_rejected', error);
}

/**
 * Returns the token endpoint's response, as far as the library exposes it; null if the failure was
 * something else.
 */
function readTokenAnswer(error: unknown): { code: string; response: Response | null } | null {
  if (error instanceof ResponseBodyError) return { code: error.error, response: error.response };
  if (error instanceof WWWAuthenticateChallengeError) return { code: '', response: error.response };
  // Not an OAuth response; the library passes it on if its status is an error.
  if (error instanceof OperationProcessingError) {
    return { code: '', response: error.cause instanceof Response ? error.cause : null };
  }
  return null;
}

/** Null for anything but JSON; the caller reports it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // for example a proxy's error page instead of an error, or no token
  }
}

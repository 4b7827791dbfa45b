import { OperationProcessingError, ResponseBodyError, WWWAuthenticateChallengeError } from 'oauth4webapi';
import * as z from 'zod';
import {
  AccessTokenRejectedError,
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

/** What Graph answered instead of what was asked for. */
export class GraphFailure extends Error {
  override name = 'GraphFailure';
  readonly status: number;
  /** Graph's own, such as `ErrorItemNotFound`; empty where the answer names none. */
  readonly code: string;
  readonly retryAfterMs: number | null;

  constructor(status: number, code: string, retryAfterMs: number | null) {
    super(`Graph answered ${status} ${code}`.trimEnd());
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

const graphBody = z.object({ error: z.object({ code: z.string() }) });

/** Reads an answer that is not a success. */
export async function readFailure(response: Response): Promise<GraphFailure> {
  const text = await response.text().catch(() => ''); // an answer that breaks off still has its status
  const code = graphBody.safeParse(parseJson(text)).data?.error.code ?? '';
  return new GraphFailure(response.status, code, parseRetryAfter(response.headers.get('retry-after')));
}

const SCOPE_CODES = new Set(['erroraccessdenied', 'accessdenied', 'authorization_requestdenied']);
const CURSOR_CODES = new Set(['syncstatenotfound', 'syncstateinvalid', 'resyncrequired']);
const REJECTION_CODES: Record<number, string> = { 400: 'bad_request', 403: 'forbidden', 404: 'not_found', 410: 'gone' };

/** How a call of Graph failed. */
export function toGraphError(failure: GraphFailure): VendorError {
  const { status, retryAfterMs } = failure;
  if (status === 401) return new AccessTokenRejectedError(failure);
  if (status === 403 && SCOPE_CODES.has(failure.code.toLowerCase())) return new ScopeMissingError(failure);
  // A mailbox that is asked too much of says so with either status.
  if (status === 429 || (status === 503 && retryAfterMs !== null)) return new RateLimitedError(retryAfterMs, failure);
  if (status >= 500 || status === 408) return new VendorUnavailableError(failure);
  return new RequestRejectedError(REJECTION_CODES[status] ?? 'request_rejected', failure);
}

/** How reading on from a link that Graph gave earlier failed: what the link stood for may be gone. */
export function toContinuationError(failure: GraphFailure): VendorError {
  const { status, code } = failure;
  const isForgotten = status === 410 || (status >= 400 && status < 500 && CURSOR_CODES.has(code.toLowerCase()));
  return isForgotten ? new CursorExpiredError(failure) : toGraphError(failure);
}

/** Only the person can mend these, at a consent page. */
const GRANT_CODES = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']);
const PASSING_CODES = new Set(['temporarily_unavailable', 'server_error']);

/** How the token endpoint answered. A grant that is not accepted means another thing for a code than for a refresh token. */
export function toTokenError(error: unknown, grant: 'authorization_code' | 'refresh_token'): Error {
  const answer = readTokenAnswer(error);
  if (!answer) return error instanceof Error ? error : new Error('a call failed without an error', { cause: error });
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

/** What the token endpoint answered, as far as the library tells; null where it was not the answer that failed. */
function readTokenAnswer(error: unknown): { code: string; response: Response | null } | null {
  if (error instanceof ResponseBodyError) return { code: error.error, response: error.response };
  if (error instanceof WWWAuthenticateChallengeError) return { code: '', response: error.response };
  // An answer that is none of OAuth's; the library hands the response over where its status says so.
  if (error instanceof OperationProcessingError) {
    return { code: '', response: error.cause instanceof Response ? error.cause : null };
  }
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // an error page of a proxy, say
  }
}

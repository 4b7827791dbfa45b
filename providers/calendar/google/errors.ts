import { gaxios } from 'google-auth-library';
import * as z from 'zod';
import {
  AccessTokenRejectedError,
  asError,
  CodeRejectedError,
  CursorExpiredError,
  GrantBlockedError,
  GrantRevokedError,
  RateLimitedError,
  RequestRejectedError,
  ScopeMissingError,
  VendorUnavailableError,
} from '#providers/errors.ts';
import { parseRetryAfter } from '#providers/retry-after.ts';

/** Google's API errors contain an object with reasons; its token endpoint's errors, a string. */
const errorBody = z.object({
  error: z.union([
    z.string(),
    z.object({
      errors: z.array(z.object({ reason: z.string().optional() })).optional(),
      details: z.array(z.object({ reason: z.string().optional() })).optional(),
    }),
  ]),
});

const RATE_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);
const SCOPE_REASONS = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientScopes']);

/** Maps a failed Calendar API call. */
export function toCalendarError(error: unknown): Error {
  if (!isVendorsFailure(error)) return asError(error);
  const answer = readAnswer(error);
  if (!answer) return new VendorUnavailableError(error);
  const { status, reasons, retryAfterMs } = answer;
  if (status === 401) return new AccessTokenRejectedError(error);
  if (status === 403 && reasons.some((reason) => SCOPE_REASONS.has(reason))) return new ScopeMissingError(error);
  if (status === 429 || reasons.some((reason) => RATE_REASONS.has(reason))) {
    return new RateLimitedError(retryAfterMs, error);
  }
  if (status >= 500 || status === 408) return new VendorUnavailableError(error);
  return new RequestRejectedError(REJECTION_CODES[status] ?? 'request_rejected', error);
}

/**
 * Maps a failed event listing. Google responds with 410 to an expired sync token and with 400 to an
 * expired page token.
 */
export function toEventListError(error: unknown, isContinuation: boolean): Error {
  const status = readAnswer(error)?.status;
  if (status === 410 || (status === 400 && isContinuation)) return new CursorExpiredError(error);
  return toCalendarError(error);
}

/**
 * Only people can resolve these: the grant ended, the account is restricted or specially protected, or it doesn't belong
 * to the app's organization (https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors).
 */
const GRANT_CODES = new Set(['invalid_grant', 'access_denied', 'policy_enforced', 'org_internal']);
/** The administrator of the user's Google Workspace has to allow the app first. */
const BLOCKED_CODE = 'admin_policy_enforced';

/**
 * Maps a failed call to the token endpoint. `invalid_grant` has different meanings for a code and a
 * refresh token.
 */
export function toTokenError(error: unknown, grant: 'authorization_code' | 'refresh_token'): Error {
  if (!isVendorsFailure(error)) return asError(error);
  const answer = readAnswer(error);
  if (!answer) return new VendorUnavailableError(error);
  if (grant === 'refresh_token') {
    if (answer.reasons.some((reason) => GRANT_CODES.has(reason))) return new GrantRevokedError(error);
    if (answer.reasons.includes(BLOCKED_CODE)) return new GrantBlockedError(error);
  } else if (answer.reasons.includes('invalid_grant')) return new CodeRejectedError(error);
  if (answer.status === 429) return new RateLimitedError(answer.retryAfterMs, error);
  if (answer.status >= 500 || answer.status === 408) return new VendorUnavailableError(error);
  return new RequestRejectedError(answer.reasons[0] ?? 'token_rejected', error);
}

/** Returns the HTTP status of a failed call; null without a response. */
export function statusOf(error: unknown): number | null {
  return readAnswer(error)?.status ?? null;
}

/** Returns whether the error is from the call to Google, not from our own code. */
function isVendorsFailure(error: unknown): boolean {
  return error instanceof gaxios.GaxiosError;
}

const REJECTION_CODES: Record<number, string> = { 400: 'bad_request', 403: 'forbidden', 404: 'not_found', 410: 'gone' };

type Answer = { status: number; reasons: string[]; retryAfterMs: number | null };

function readAnswer(error: unknown): Answer | null {
  if (!(error instanceof gaxios.GaxiosError) || !error.response) return null;
  const { status, headers, data } = error.response;
  return { status, reasons: readReasons(data), retryAfterMs: parseRetryAfter(headers.get('retry-after')) };
}

function readReasons(data: unknown): string[] {
  const body = errorBody.safeParse(data);
  if (!body.success) return [];
  const { error } = body.data;
  if (typeof error === 'string') return [error];
  const listed = [...(error.errors ?? []), ...(error.details ?? [])];
  return listed.map(({ reason }) => reason).filter((reason) => reason !== undefined);
}

import { LoggableError } from '#telemetry/loggable-error.ts';

export type VendorErrorOptions = { cause?: unknown; retryAfterMs?: number | null };

/**
 * A vendor's failure; its subclass determines how callers react. Messages are our own, without any vendor content, so
 * they may appear in logs and workflow histories; the vendor's error is the `cause`.
 */
export class VendorError extends LoggableError {
  override name = 'VendorError';
  /** Stable code for rows, metrics and workflow failures. */
  readonly code: string;
  /** The pause that the vendor asked for; null if none. */
  readonly retryAfterMs: number | null;

  constructor(code: string, message: string, { cause, retryAfterMs = null }: VendorErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns a thrown value as an Error. Not for a vendor's failure: our own bug must not look like an outage. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new LoggableError('a call failed without an error', { cause: error });
}

/** The user or the vendor revoked the grant; only new consent helps. */
export class GrantRevokedError extends VendorError {
  override name = 'GrantRevokedError';
  constructor(cause?: unknown, code: 'grant_revoked' | 'grant_blocked' = 'grant_revoked') {
    super(code, 'The calendar grant is no longer valid.', { cause });
  }
}

/** The administrator of the user's organization blocked us: they must allow us before the user can consent again. */
export class GrantBlockedError extends GrantRevokedError {
  override name = 'GrantBlockedError';
  constructor(cause?: unknown) {
    super(cause, 'grant_blocked');
  }
}

/** The access token is expired or unknown; refresh it once. */
export class AccessTokenRejectedError extends VendorError {
  override name = 'AccessTokenRejectedError';
  constructor(cause?: unknown) {
    super('access_token_rejected', 'The access token was rejected.', { cause });
  }
}

/** The grant lacks the scope for this call. */
export class ScopeMissingError extends VendorError {
  override name = 'ScopeMissingError';
  constructor(cause?: unknown) {
    super('scope_missing', 'The grant does not include the permission for this call.', { cause });
  }
}

/** The authorization code was used, has expired or belongs to another verifier. */
export class CodeRejectedError extends VendorError {
  override name = 'CodeRejectedError';
  constructor(cause?: unknown) {
    super('code_rejected', 'The authorization code was rejected.', { cause });
  }
}

/** The vendor no longer knows the cursor: drop it and sync in full. */
export class CursorExpiredError extends VendorError {
  override name = 'CursorExpiredError';
  constructor(cause?: unknown) {
    super('cursor_expired', 'The sync cursor has expired.', { cause });
  }
}

/** Rate limited. */
export class RateLimitedError extends VendorError {
  override name = 'RateLimitedError';
  constructor(retryAfterMs: number | null, cause?: unknown) {
    super('rate_limited', 'The vendor asked us to slow down.', { cause, retryAfterMs });
  }
}

/** Down, overloaded or unreachable. The request can be retried. */
export class VendorUnavailableError extends VendorError {
  override name = 'VendorUnavailableError';
  constructor(cause?: unknown, retryAfterMs: number | null = null) {
    super('unavailable', 'The vendor did not respond properly.', { cause, retryAfterMs });
  }
}

/**
 * An internal error at the vendor: the request may have taken effect, and retrying it with the same
 * idempotency key may return the same error.
 */
export class VendorFaultError extends VendorUnavailableError {}

/** Rejected because of the request itself; retrying it is pointless. */
export class RequestRejectedError extends VendorError {
  override name = 'RequestRejectedError';
  constructor(code: string, cause?: unknown) {
    super(code, 'The vendor rejected the request.', { cause });
  }
}

/** Rejected because of our account, its key or its settings. An operator can correct these, so it can be retried. */
export class AccountRejectedError extends VendorError {
  override name = 'AccountRejectedError';
  constructor(cause?: unknown) {
    super('account_rejected', 'The vendor rejected our account, its key or its settings.', { cause });
  }
}

/** The request was sent, but its effect is unknown (timeout, or connection lost before the response). */
export class OutcomeUnknownError extends VendorError {
  override name = 'OutcomeUnknownError';
  constructor(cause?: unknown) {
    super('outcome_unknown', 'The vendor may or may not have acted on the request.', { cause });
  }
}

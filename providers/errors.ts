/**
 * How a vendor's call failed, in the terms its callers decide by. Messages are ours and hold nothing of the vendor's answer, so they may stand in
 * a log or a workflow history; the vendor's own error is the `cause`.
 */
export class VendorError extends Error {
  override name = 'VendorError';
  /** Stable code for rows, metrics and workflow failures. */
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The user or the vendor ended the grant: only a new consent helps. */
export class GrantRevokedError extends VendorError {
  override name = 'GrantRevokedError';
  constructor(cause?: unknown) {
    super('grant_revoked', 'The calendar grant is no longer valid.', { cause });
  }
}

/** The access token is expired or unknown; refresh it once. */
export class AccessTokenRejectedError extends VendorError {
  override name = 'AccessTokenRejectedError';
  constructor(cause?: unknown) {
    super('access_token_rejected', 'The access token was rejected.', { cause });
  }
}

/** The grant does not cover this call. */
export class ScopeMissingError extends VendorError {
  override name = 'ScopeMissingError';
  constructor(cause?: unknown) {
    super('scope_missing', 'The grant does not include the permission this needs.', { cause });
  }
}

/** The authorization code is used, expired, or bound to another verifier. */
export class CodeRejectedError extends VendorError {
  override name = 'CodeRejectedError';
  constructor(cause?: unknown) {
    super('code_rejected', 'The authorization code was rejected.', { cause });
  }
}

/** The incremental cursor is gone at the vendor: drop it and sync in full. */
export class CursorExpiredError extends VendorError {
  override name = 'CursorExpiredError';
  constructor(cause?: unknown) {
    super('cursor_expired', 'The sync cursor has expired.', { cause });
  }
}

/** Asked to slow down. `retryAfterMs` is null when the vendor named no time. */
export class RateLimitedError extends VendorError {
  override name = 'RateLimitedError';
  readonly retryAfterMs: number | null;
  constructor(retryAfterMs: number | null, cause?: unknown) {
    super('rate_limited', 'The vendor asked to slow down.', { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** Down, overloaded or out of reach before the request was taken: trying again is right. `retryAfterMs` is null when the vendor named no time. */
export class VendorUnavailableError extends VendorError {
  override name = 'VendorUnavailableError';
  readonly retryAfterMs: number | null;
  constructor(cause?: unknown, retryAfterMs: number | null = null) {
    super('unavailable', 'The vendor did not answer properly.', { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** Answered with an error of the vendor's own: the request may have been acted on, and under the same key the same error may come again. */
export class VendorFaultError extends VendorUnavailableError {}

/** Refused for what was asked: trying the same again is pointless. */
export class RequestRejectedError extends VendorError {
  override name = 'RequestRejectedError';
  constructor(code: string, cause?: unknown) {
    super(code, 'The vendor rejected the request.', { cause });
  }
}

/** Sent, but whether it took effect is not known (timeout or broken connection after the request left). */
export class OutcomeUnknownError extends VendorError {
  override name = 'OutcomeUnknownError';
  constructor(cause?: unknown) {
    super('outcome_unknown', 'The vendor may or may not have acted on the request.', { cause });
  }
}

import type { ErrorDetails } from '#contract/http.ts';

export type FailureType =
  | 'RATE_LIMIT'
  | 'QUOTA_EXCEEDED'
  | 'INSUFFICIENT_SUBSCRIPTION'
  | 'AUTHORIZATION'
  | 'VALIDATION'
  | 'INVALID_TARGET'
  | 'AUTHENTICATION'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'SERVER_ERROR'
  | 'NETWORK'
  | 'UNKNOWN';

export type FailureDetails = Omit<ErrorDetails, 'errors'>;

type Failure = {
  /** The response's message, the browser's or our own. */
  message: string;
  /** The response's own message, if it had one. */
  serverText?: string | undefined;
  /** HTTP status; 408 for our own timeout, undefined without a response. */
  status?: number | undefined;
  code?: string | undefined;
  details?: FailureDetails;
  /** Server messages by request field. */
  fieldErrors?: Record<string, string>;
  cause?: unknown;
};

/** A failed API call, classified by specification section 8. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly type: FailureType;
  readonly details: FailureDetails;
  readonly fieldErrors: Record<string, string>;
  readonly serverText: string | undefined;
  /** The specification's message for this type of failure; `message` if it has none. */
  readonly explanation: string;

  constructor(failure: Failure) {
    super(failure.message, { cause: failure.cause });
    this.serverText = failure.serverText;
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details ?? {};
    this.fieldErrors = failure.fieldErrors ?? {};
    const { type, explanation } = classify(failure);
    this.type = type;
    this.explanation = explanation ?? failure.message;
  }
}

type Class = { type: FailureType; explanation?: string };

function classify({ status, message, code, details = {} }: Failure): Class {
  const text = message.toLowerCase();
  switch (status) {
    case undefined:
      return code === 'NETWORK'
        ? { type: 'NETWORK', explanation: 'Network error. Please check your connection and try again.' }
        : { type: 'UNKNOWN' };
    case 429:
      return { type: 'RATE_LIMIT' };
    case 403:
      if (text.includes('quota')) return { type: 'QUOTA_EXCEEDED' };
      if (text.includes('subscription')) return { type: 'INSUFFICIENT_SUBSCRIPTION' };
      return { type: 'AUTHORIZATION', explanation: 'You do not have permission to perform this action.' };
    case 400:
      if (text.includes('validation')) {
        return { type: 'VALIDATION', explanation: 'Invalid input. Please check your data and try again.' };
      }
      if (details.targetDomain !== undefined || text.includes('target')) {
        return { type: 'INVALID_TARGET', explanation: 'Invalid research target.' };
      }
      return { type: 'VALIDATION', explanation: 'Bad request. Please check your input.' };
    case 401:
      return { type: 'AUTHENTICATION', explanation: 'Authentication required. Please log in.' };
    case 404:
      return { type: 'NOT_FOUND', explanation: 'The requested resource was not found.' };
    case 409:
      return { type: 'CONFLICT', explanation: 'Resource conflict. The item may already exist.' };
    case 500:
    case 502:
    case 503:
    case 504:
      return {
        type: 'SERVER_ERROR',
        explanation: 'Server error. Please try again later or contact support if the issue persists.',
      };
    default:
      return { type: 'UNKNOWN' };
  }
}

import type { Access, Endpoint, ErrorCode, RawEndpoint, Scope } from './http.ts';

export const statusOfCode = {
  BAD_REQUEST: 400,
  VALIDATION: 400,
  INVALID_TARGET: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPE: 403,
  EMAIL_NOT_VERIFIED: 403,
  PASSWORD_REQUIRED: 403,
  FACTOR_REQUIRED: 403,
  FACTOR_SETUP_REQUIRED: 403,
  INSUFFICIENT_SUBSCRIPTION: 403,
  QUOTA_EXCEEDED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL: 500,
  BAD_GATEWAY: 502,
  UNAVAILABLE: 503,
} as const satisfies Record<ErrorCode, number>;

/** Any call may hit limits, a bug, or an unavailable database or cache. */
const ALWAYS: readonly ErrorCode[] = ['RATE_LIMIT_EXCEEDED', 'INTERNAL', 'UNAVAILABLE'];
/** In order: cross-site, not JSON, too large, malformed, cut off. */
const OF_WRITING: readonly ErrorCode[] = [
  'FORBIDDEN',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION',
  'BAD_REQUEST',
];
/** Bot token missing, bot token rejected, verifier down. */
const OF_BOT_CHECK: readonly ErrorCode[] = ['BAD_REQUEST', 'FORBIDDEN', 'UNAVAILABLE'];
/** An invalid parameter, an invalid %-escape. */
const OF_READING: readonly ErrorCode[] = ['VALIDATION', 'BAD_REQUEST'];

const OF_ACCESS: Record<Access, readonly ErrorCode[]> = {
  public: [],
  session: ['UNAUTHORIZED', 'FORBIDDEN'],
  subscriber: ['UNAUTHORIZED', 'FORBIDDEN', 'INSUFFICIENT_SUBSCRIPTION', 'EMAIL_NOT_VERIFIED'],
  admin: ['UNAUTHORIZED', 'FORBIDDEN', 'FACTOR_REQUIRED', 'FACTOR_SETUP_REQUIRED'],
  signature: ['BAD_REQUEST'],
  operator: ['UNAUTHORIZED', 'FORBIDDEN'],
};

/** Access token in the URL, access token without the required scope. */
const OF_TOKEN: Record<Scope, readonly ErrorCode[]> = {
  read: ['BAD_REQUEST'],
  write: ['BAD_REQUEST', 'INSUFFICIENT_SCOPE'],
};

/**
 * Returns every code a call can fail with, by status. Calls outside /api skip the common limits and guards, so only
 * their own codes apply.
 */
export function declaredErrors(endpoint: Endpoint | RawEndpoint): ErrorCode[] {
  const { method, access, scope, params, query, headers, base, errors = [] } = endpoint;
  const ofRoom = base === '' ? [] : [...ALWAYS, ...(method === 'get' ? [] : OF_WRITING)];
  const codes = [
    ...ofRoom,
    ...OF_ACCESS[access],
    ...(scope ? OF_TOKEN[scope] : []),
    ...(params || query ? OF_READING : []),
    ...(headers && 'X-Turnstile-Token' in headers.shape ? OF_BOT_CHECK : []),
    ...errors,
  ];
  return [...new Set(codes)].toSorted((a, b) => statusOfCode[a] - statusOfCode[b]);
}

/** Response headers shared by many operations. */
export const sharedHeaders = {
  'X-Request-Id': {
    description: 'Id of the request in the log',
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimit: {
    description: 'Requests left, and seconds until the limit resets (draft 8)',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Requests allowed, per window in seconds (draft 8)',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'Requests allowed per window', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in the window', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When the window ends, in seconds since 1970', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait before trying again', schema: { type: 'integer' } },
} as const;

type HeaderName = keyof typeof sharedHeaders;

const ID: readonly HeaderName[] = ['X-Request-Id'];
const LIMITS: readonly HeaderName[] = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
/** Statuses sent before limits are checked: too large, not JSON, or Redis down. */
const BEFORE_LIMITS = new Set([413, 415, 503]);

/** Returns references to the headers that a response with this status has. */
export function headersOf(status: number, { isLimited }: { isLimited: boolean }): Record<string, { $ref: string }> {
  const names = [
    ...ID,
    ...(isLimited && !BEFORE_LIMITS.has(status) ? LIMITS : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

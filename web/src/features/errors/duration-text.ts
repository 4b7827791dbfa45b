import { counted } from '#web/ui/counted.ts';

/** `45 seconds`, `2 minutes`, `1 hour`, rounded up. */
export function durationText(seconds: number): string {
  if (seconds < 60) return counted(Math.ceil(seconds), 'second');
  if (seconds < 3600) return counted(Math.ceil(seconds / 60), 'minute');
  return counted(Math.ceil(seconds / 3600), 'hour');
}

/** The message for an exceeded rate limit. @param retryAfter seconds to wait, if known */
export function rateLimitText(retryAfter: number | undefined): string {
  return retryAfter === undefined
    ? 'Rate limit exceeded. Please try again later.'
    : `Rate limit exceeded. Please wait ${durationText(retryAfter)} before trying again.`;
}

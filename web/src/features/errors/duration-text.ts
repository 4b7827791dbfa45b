import { counted } from '#web/ui/counted.ts';
/** `45 seconds`, `2 minutes`, `1 hour`, rounded up. */
export function durationText(seconds: number): string {
  if (seconds < 60) return counted(Math.ceil(seconds), 'second');
  if (seconds < 3600) return counted(Math.ceil(seconds / 60), 'minute');
  return counted(Math.ceil(seconds / 3600), 'hour');
}

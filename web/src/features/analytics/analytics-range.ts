/** The ranges: their length and that of one chart column, in days. */
export const analyticsRanges = {
  '30d': { days: 30, stepDays: 2 },
  '90d': { days: 90, stepDays: 7 },
  '1y': { days: 365, stepDays: 28 },
} as const;

export type AnalyticsRange = keyof typeof analyticsRanges;

/** Reads the range from the URL; anything unknown is 30 days. */
export function readRange(range: unknown): AnalyticsRange {
  return range === '90d' || range === '1y' ? range : '30d';
}

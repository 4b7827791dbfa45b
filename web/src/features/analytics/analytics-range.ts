/** How far back the analytics look, and how long one column of the chart is; in days. */
export const analyticsRanges = {
  '30d': { days: 30, stepDays: 2 },
  '90d': { days: 90, stepDays: 7 },
  '1y': { days: 365, stepDays: 28 },
} as const;

export type AnalyticsRange = keyof typeof analyticsRanges;

/** @param range as the address has it; anything else is 30 days */
export function readRange(range: unknown): AnalyticsRange {
  return range === '90d' || range === '1y' ? range : '30d';
}

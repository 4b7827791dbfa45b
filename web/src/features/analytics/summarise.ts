import type { BriefingItem } from '#contract/briefings.ts';
import type { Meeting, MeetingType } from '#contract/meetings.ts';
import type { ResearchItem } from '#contract/research.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** An email sent this long after it was due still counts as on time. */
const ON_TIME_MINUTES = 5;
const DOMAINS_SHOWN = 8;

export type Mix = Record<MeetingType, number>;
export type Period = Mix & { startMs: number; endMs: number };
export type Amount = { name: string; count: number };

export function countMix(meetings: readonly Meeting[]): Mix {
  const mix = { external: 0, mixed: 0, internal: 0 };
  for (const { meetingType } of meetings) mix[meetingType]++;
  return mix;
}

/**
 * Counts meetings by type in periods of `days`, oldest first. Periods are aligned to the end of the span, so the first
 * may be shorter.
 * @param startMs epoch milliseconds, like `endMs`
 */
export function countByPeriod(meetings: readonly Meeting[], startMs: number, endMs: number, days: number): Period[] {
  const lengthMs = days * DAY_MS;
  const count = Math.max(1, Math.ceil((endMs - startMs) / lengthMs));
  return Array.from({ length: count }, (_, index) => {
    const periodEnd = endMs - (count - 1 - index) * lengthMs;
    const periodStart = Math.max(startMs, periodEnd - lengthMs);
    const within = meetings.filter(({ startTime }) => {
      const ms = Date.parse(startTime);
      return ms >= periodStart && ms < periodEnd;
    });
    return { startMs: periodStart, endMs: periodEnd, ...countMix(within) };
  });
}

/** Returns the most frequent external domains, each counted once per meeting. */
export function countDomains(meetings: readonly Meeting[]): Amount[] {
  const counts = new Map<string, number>();
  for (const { externalDomains } of meetings) {
    for (const domain of new Set(externalDomains)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
    .slice(0, DOMAINS_SHOWN);
}

/** Counts research by status. The average quality is in percent; null while none is finished. */
export function summariseResearch(research: readonly ResearchItem[]): {
  states: Amount[];
  averageQuality: number | null;
} {
  const of = (...states: ResearchItem['status'][]) => research.filter(({ status }) => states.includes(status)).length;
  const scores = research.flatMap(({ qualityScore }) => (qualityScore === null ? [] : [qualityScore]));
  const total = scores.reduce((sum, score) => sum + score, 0);
  return {
    states: [
      { name: 'Completed', count: of('completed') },
      { name: 'In progress', count: of('pending', 'running') },
      { name: 'Failed', count: of('failed') },
    ],
    averageQuality: scores.length === 0 ? null : Math.round(total / scores.length),
  };
}

/** Counts briefings by punctuality. `onTimePercent` covers only briefings that were sent; null if there are none. */
export function summariseBriefings(briefings: readonly BriefingItem[]): {
  sent: number;
  onTimePercent: number | null;
  outcomes: Amount[];
} {
  const delays = briefings.flatMap(({ dueAt, sentAt }) =>
    sentAt === null ? [] : [dueAt === null ? 0 : (Date.parse(sentAt) - Date.parse(dueAt)) / MINUTE_MS],
  );
  const onTime = delays.filter((minutes) => minutes <= ON_TIME_MINUTES).length;
  const late = delays.filter((minutes) => minutes > 15).length;
  const unsent = briefings.filter(({ sentAt }) => sentAt === null);
  const unknown = unsent.filter(({ state }) => state === 'unknown').length;
  return {
    sent: delays.length,
    onTimePercent: delays.length === 0 ? null : Math.round((100 * onTime) / delays.length),
    outcomes: [
      { name: `On time (within ${ON_TIME_MINUTES} minutes)`, count: onTime },
      { name: `${ON_TIME_MINUTES} to 15 minutes late`, count: delays.length - onTime - late },
      { name: 'More than 15 minutes late', count: late },
      { name: 'May have been sent', count: unknown },
      { name: 'Not sent', count: unsent.length - unknown },
    ],
  };
}

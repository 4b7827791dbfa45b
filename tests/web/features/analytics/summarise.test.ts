import { expect, test } from 'vitest';
import { buildBriefing } from '#tests/web/features/briefings/briefing-item.ts';
import { buildMeeting } from '#tests/web/features/meetings/meeting.ts';
import { countByPeriod, countDomains, countMix, summariseBriefings } from '#web/features/analytics/summarise.ts';

const endMs = Date.parse('2026-11-30T00:00:00.000Z');
const startMs = Date.parse('2026-11-20T00:00:00.000Z');

const meetings = [
  buildMeeting({ startTime: '2026-11-21T10:00:00.000Z', externalDomains: ['b.test', 'b.test', 'a.test'] }),
  buildMeeting({ startTime: '2026-11-29T10:00:00.000Z', meetingType: 'mixed', externalDomains: ['b.test'] }),
  buildMeeting({ startTime: '2026-11-29T12:00:00.000Z', meetingType: 'internal', externalDomains: [] }),
];

test('meetings are counted by type, period and domain', () => {
  expect(countMix(meetings)).toEqual({ external: 1, mixed: 1, internal: 1 });
  const periods = countByPeriod(meetings, startMs, endMs, 7);
  expect(periods.map(({ external, mixed, internal }) => [external, mixed, internal])).toEqual([
    [1, 0, 0],
    [0, 1, 1],
  ]);
  expect(periods[0]?.startMs).toBe(startMs);
  expect(periods.at(-1)?.endMs).toBe(endMs);
  expect(countDomains(meetings)).toEqual([
    { name: 'b.test', count: 2 },
    { name: 'a.test', count: 1 },
  ]);
});

test('briefings up to 5 minutes late count as on time, and unsent ones do not count', () => {
  const dueAt = '2026-11-21T08:00:00.000Z';
  const sent = [
    buildBriefing({ dueAt, sentAt: '2026-11-21T08:04:00.000Z' }),
    buildBriefing({ dueAt, sentAt: '2026-11-21T08:10:00.000Z' }),
    buildBriefing({ dueAt, sentAt: '2026-11-21T09:00:00.000Z' }),
  ];
  const never = { dueAt: null, sentAt: null };
  const unsent = [buildBriefing({ ...never, state: 'skipped' }), buildBriefing({ ...never, state: 'unknown' })];
  const { onTimePercent, outcomes } = summariseBriefings([...sent, ...unsent]);
  expect(onTimePercent).toBe(33);
  expect(outcomes.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
  expect(summariseBriefings(unsent).onTimePercent).toBeNull();
});

import { expect, test } from 'vitest';
import { groupByDay } from '#web/features/meetings/meeting-list.tsx';
import { buildMeeting } from './meeting.ts';

const late = buildMeeting({ startTime: '2026-11-23T22:30:00.000Z' });
const early = buildMeeting({ startTime: '2026-11-23T06:00:00.000Z' });

test('groupByDay uses the days of the given time zone', () => {
  const keys = (zone: string) => groupByDay([early, late], zone, false).map(({ key }) => key);
  expect(keys('UTC')).toEqual(['2026-11-23']);
  expect(keys('Europe/Berlin')).toEqual(['2026-11-23']);
  expect(keys('Asia/Tokyo')).toEqual(['2026-11-23', '2026-11-24']);
});

test('groupByDay lists past meetings newest first', () => {
  const [day] = groupByDay([early, late], 'UTC', true);
  expect(day?.meetings).toEqual([late, early]);
});

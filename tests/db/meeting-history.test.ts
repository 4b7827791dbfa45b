import { expect, test } from 'vitest';
import type { ResponseStatus } from '#contract/meetings.ts';
import { findMeetingHistory } from '#db/queries/meeting-history.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { openTestPool } from '#tests/support/test-pool.ts';

const pool = await openTestPool({ maxConnections: 2 });

const attendees = (answers: Record<string, ResponseStatus>) =>
  Object.entries(answers).map(([name, responseStatus]) => ({ email: `${name}@brightwater.test`, responseStatus }));

test('guests who declined do not count as met', async () => {
  const { id: userId } = await seedUser(pool);
  const meet = (daysAgo: number, answers: Record<string, ResponseStatus>) =>
    seedMeeting(pool, { userId, startsInMinutes: -daysAgo * 1440, attendees: attendees(answers) });
  const coming = await seedMeeting(pool, {
    userId,
    attendees: attendees({ ines: 'accepted', leonie: 'needsAction' }),
  });
  await meet(1, { ines: 'declined', leonie: 'declined' });
  expect(await findMeetingHistory(pool, coming)).toBeNull();

  const last = await meet(7, { ines: 'declined', leonie: 'tentative' });
  await meet(14, { ines: 'accepted', leonie: 'accepted' });
  expect(await findMeetingHistory(pool, coming)).toMatchObject({
    meetingId: last,
    guests: ['leonie@brightwater.test'],
    count: 2,
  });
});

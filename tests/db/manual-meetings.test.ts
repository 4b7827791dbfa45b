import { expect, test } from 'vitest';
import { lockComingMeetings } from '#db/queries/manual-meetings.ts';
import { sql } from '#db/sql.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { countWaiting } from '#tests/support/locks.ts';
import { openTestPool } from '#tests/support/test-pool.ts';

const pool = await openTestPool({ maxConnections: 4 });

test('a meeting read after waiting for its lock has its latest guests', async () => {
  const user = await seedUser(pool);
  const meetingId = await seedMeeting(pool, { userId: user.id });
  const isLocked = Promise.withResolvers<void>();
  const isAwaited = Promise.withResolvers<void>();
  const other = pool.transaction(async (transaction) => {
    await transaction.query(sql.typeAlias('id')`select id from meetings where id = ${meetingId} for no key update`);
    isLocked.resolve();
    await isAwaited.promise;
    await transaction.query(sql.typeAlias('void')`
      insert into attendees (meeting_id, email, response_status, is_external)
      values (${meetingId}, 'late@copperleaf.test', 'accepted', true)
    `);
  });
  await isLocked.promise;
  const read = pool.transaction((transaction) => lockComingMeetings(transaction, user.id));
  await expect.poll(() => countWaiting(pool)).toBe(1);
  isAwaited.resolve();
  const [[meeting]] = await Promise.all([read, other]);
  expect(meeting?.guests.map(({ email }) => email).toSorted()).toEqual([
    'ines@brightwater.test',
    'late@copperleaf.test',
  ]);
});

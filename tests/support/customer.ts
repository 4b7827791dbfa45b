import type { DatabasePool } from 'slonik';
import { createEncryption } from '#db/encryption.ts';
import { sql } from '#db/sql.ts';
import { seedCalendar, seedMeeting, seedResearch, seedUser } from './builders.ts';

export const RESEARCHED = 'Brightwater: intro call';

/**
 * Seeds a user with two calendars and three meetings: a researched one (`meetingId`), an internal one, and one whose
 * research failed.
 * @param keys the product's ENCRYPTION_KEYS
 */
export async function seedCustomer(pool: DatabasePool, keys: string) {
  const encryption = createEncryption(keys);
  const { id: userId, email } = await seedUser(pool);
  const { integrationId, calendarId } = await seedCalendar(pool, { userId, encryption });
  await pool.query(sql.typeAlias('void')`
    insert into calendars (integration_id, provider_calendar_id, name) values (${integrationId}, 'family', 'Family')
  `);
  const meetingId = await seedMeeting(pool, { userId, calendarId, title: RESEARCHED, researchState: 'completed' });
  await seedResearch(pool, { userId, meetingId });
  await seedMeeting(pool, {
    userId,
    calendarId,
    title: 'Weekly standup',
    meetingType: 'internal',
    startsInMinutes: 300,
  });
  await seedMeeting(pool, { userId, calendarId, title: 'Failed one', researchState: 'failed', startsInMinutes: 1_600 });
  return { id: userId, email, meetingId };
}

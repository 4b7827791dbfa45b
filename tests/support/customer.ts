import type { DatabasePool } from 'slonik';
import type { Encryption } from '#db/encryption.ts';
import { sql } from '#db/sql.ts';
import { seedCalendar, seedMeeting, seedResearch, seedUser } from './builders.ts';

export const RESEARCHED = 'Brightwater: intro call';

/** Seeds a user with a connected calendar. */
export async function seedOwner(pool: DatabasePool, encryption: Encryption) {
  const { id: userId, email } = await seedUser(pool);
  return { userId, email, ...(await seedCalendar(pool, { userId, encryption })) };
}

/**
 * Seeds a user with two calendars and three meetings: a researched one (`meetingId`), an internal one, and one whose
 * research failed.
 */
export async function seedCustomer(pool: DatabasePool, encryption: Encryption) {
  const { userId, email, integrationId, calendarId } = await seedOwner(pool, encryption);
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

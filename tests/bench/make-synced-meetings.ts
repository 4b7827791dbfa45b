import { randomUUID } from 'node:crypto';
import type { SyncedMeeting } from '#db/queries/synced-meetings.ts';

/** Makes meetings as the sync writes them. Rounds differ in titles and hashes, even from odd ones also in responses. */
export function makeSyncedMeetings(count: number, round: number): SyncedMeeting[] {
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(Date.UTC(2026, 10, 1 + (index % 28), 8, index % 60));
    return {
      eventId: `event-${index}`,
      iCalUid: `event-${index}@google.com`,
      seriesId: null,
      originalStart: null,
      title: `Meeting ${index}, version ${round}`,
      description: 'An agenda of a few words. '.repeat(8),
      location: 'Room 4',
      meetingUrl: 'https://meet.google.com/abc-defg-hij',
      documents: [],
      start: start.toISOString(),
      end: new Date(start.getTime() + 3_600_000).toISOString(),
      isAllDay: false,
      timeZone: 'UTC',
      visibility: 'default',
      organizerEmail: 'robin@harborline.test',
      userResponse: 'accepted',
      meetingType: 'external',
      externalDomains: ['brightwater.test'],
      externalAttendeeCount: 2,
      guestsHidden: false,
      attendees: ['ines@brightwater.test', 'tom@brightwater.test', 'robin@harborline.test'].map((email) => ({
        email,
        name: null,
        responseStatus: round % 2 === 0 ? 'accepted' : 'tentative',
        isOrganizer: false,
        isSelf: email === 'robin@harborline.test',
        isExternal: email !== 'robin@harborline.test',
      })),
      contentHash: randomUUID().replaceAll('-', ''),
      version: round + 1,
      researchState: 'none',
      briefingState: 'none',
      briefingDueAt: null,
      briefingReason: null,
    };
  });
}

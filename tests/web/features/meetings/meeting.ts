import type { Meeting } from '#contract/meetings.ts';

/** Returns a meeting with an external guest, not yet researched. */
export function buildMeeting(fields: Partial<Meeting> = {}): Meeting {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    title: 'Brightwater: intro call',
    description: null,
    startTime: '2026-11-23T13:30:00.000Z',
    endTime: '2026-11-23T14:00:00.000Z',
    isAllDay: false,
    location: null,
    meetingUrl: null,
    documents: [],
    meetingType: 'external',
    status: 'confirmed',
    externalDomains: ['brightwater.test'],
    attendees: [{ email: 'lena@brightwater.test', name: 'Lena Okafor', responseStatus: 'accepted' }],
    isAddedByHand: false,
    isResearchCompleted: false,
    isBriefingSent: false,
    researchState: 'pending',
    researchRefusal: null,
    briefingState: 'none',
    briefingDueAt: null,
    briefingReason: null,
    goal: null,
    outcome: null,
    isOutcomeAsked: false,
    ...fields,
  };
}

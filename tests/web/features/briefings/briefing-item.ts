import type { BriefingItem } from '#contract/briefings.ts';

/** Returns a briefing that was sent on time. */
export function buildBriefing(fields: Partial<BriefingItem> = {}): BriefingItem {
  return {
    meetingId: '01900000-0000-7000-8000-000000000001',
    title: 'Brightwater: intro call',
    startTime: '2026-11-23T13:30:00.000Z',
    isAllDay: false,
    state: 'sent',
    reason: null,
    dueAt: '2026-11-23T11:30:00.000Z',
    sentAt: '2026-11-23T11:30:02.000Z',
    shortfall: null,
    delivery: null,
    updateSentAt: null,
    feedback: { isUseful: null, wrongPersons: [] },
    ...fields,
  };
}

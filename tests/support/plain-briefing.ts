import type { BriefingData } from '#workers/emails/briefing-data.ts';

/** A briefing without guests or a report. */
export const plainBriefing: BriefingData = {
  meetingId: '0192e4a0-0000-7000-8000-000000000001',
  title: 'Intro call',
  start: '2026-11-21T12:30:00.000Z',
  end: '2026-11-21T13:00:00.000Z',
  timeZone: 'Europe/Berlin',
  location: null,
  meetingUrl: 'https://meet.google.com/abc-defg-hij',
  documents: [],
  asksForGoal: false,
  externalDomains: ['brightwater.test'],
  userResponse: 'accepted',
  guests: [],
  guestsHidden: false,
  report: null,
  confidence: 100,
  researchedAt: null,
  shortfall: null,
  newSince: null,
  previous: null,
};

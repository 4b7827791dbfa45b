import type { BriefingData } from './briefing-data.ts';

const SITE = 'https://example.com/';
const GUEST = 'ana.reyes@example.com';

/**
 * A briefing about people whom nobody has ever met, for a user without a researched meeting.
 *
 * @param timeZone IANA name
 */
export function exampleBriefing(timeZone: string, now: Date): BriefingData {
  const start = new Date(Math.ceil(now.getTime() / 3_600_000) * 3_600_000 + 7_200_000);
  return {
    meetingId: '00000000-0000-4000-8000-000000000000',
    title: 'Example: intro call',
    start: start.toISOString(),
    end: new Date(start.getTime() + 1_800_000).toISOString(),
    timeZone,
    location: 'Online',
    meetingUrl: null,
    externalDomains: ['example.com'],
    userResponse: 'accepted',
    guests: [{ email: GUEST, name: 'Ana Reyes', responseStatus: 'accepted', isExternal: true }],
    guestsHidden: false,
    report: REPORT,
    researchedAt: now.toISOString(),
    shortfall: null,
    newSince: null,
    previous: null,
  };
}

const OFFICE = 'Example Freight opened a second warehouse last month. [1]';

const REPORT: BriefingData['report'] = {
  summary: `Ana Reyes runs operations at Example Freight. [1] ${OFFICE}`,
  keyInsights: [{ title: 'A second warehouse', description: OFFICE, importance: 'high', category: 'Growth' }],
  recommendations: [],
  riskFactors: ['A contract with their present supplier ends in spring. [1]'],
  opportunities: [],
  sources: [{ title: 'Example Freight: about us', url: SITE }],
  guests: [
    {
      email: GUEST,
      name: 'Ana Reyes',
      role: 'Head of Operations at Example Freight [1]',
      facts: ['She led the move into the new warehouse. [1]'],
      identity: 'confirmed',
      candidates: [],
    },
  ],
  companies: [
    {
      domain: 'example.com',
      name: 'Example Freight',
      line: 'A freight forwarder with two warehouses. [1]',
      news: [OFFICE],
    },
  ],
  talkingPoints: ['What the second warehouse changes for their deliveries. [1]'],
  questions: ['Which part of the move is not finished yet?'],
  notFound: [],
};

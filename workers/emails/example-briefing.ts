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
    documents: [],
    asksForGoal: false,
    externalDomains: ['example.com'],
    userResponse: 'accepted',
    guests: [{ email: GUEST, name: 'Ana Reyes', responseStatus: 'accepted', isExternal: true }],
    guestsHidden: false,
    report: REPORT,
    confidence: 100,
    researchedAt: now.toISOString(),
    shortfall: null,
    newSince: null,
    previous: null,
  };
}

const REPORT: BriefingData['report'] = {
  summary:
    'Ana Reyes wants to see whether you can take over deliveries in the north. [3] Example Freight opened its second warehouse in Leeds last month, and the contract with its present carrier ends in spring. [1]',
  keyInsights: [],
  recommendations: [],
  riskFactors: ['She left her last carrier over missed delivery slots: have your on-time figures ready. [2]'],
  opportunities: [],
  sources: [
    { title: 'Example Freight opens a warehouse in Leeds', url: `${SITE}news/leeds` },
    { title: 'Ana Reyes on carriers: an interview', url: `${SITE}interview` },
    { title: 'Example Freight: about us', url: `${SITE}about` },
  ],
  guests: [
    {
      email: GUEST,
      name: 'Ana Reyes',
      role: 'Head of Operations since 2024 [3]',
      facts: [
        'Led the move into the new warehouse, which took nine weeks. [1]',
        'Said in an interview that she picks carriers by delivery slots kept, not by price. [2]',
      ],
      identity: 'confirmed',
      candidates: [],
    },
  ],
  companies: [
    {
      domain: 'example.com',
      name: 'Example Freight',
      line: 'Freight forwarder for furniture makers, 140 people, family-owned. [3]',
      news: [
        'Took on four furniture makers in Scotland in the autumn. [1]',
        'Now ships to customers within two days. [3]',
      ],
    },
  ],
  talkingPoints: [
    'Leeds roughly halves the way to the customers in Scotland: show your routes from there. [1]',
    'She judges carriers by slots kept, so open with your figures, not with prices. [2]',
  ],
  questions: [
    'Which deliveries from Leeds give you the most trouble today?',
    'When do you have to decide about the contract that ends in spring?',
  ],
  notFound: ['The name of the present carrier.'],
  scoreReasons: [],
};

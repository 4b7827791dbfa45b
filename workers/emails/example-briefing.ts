import type { Say } from '#workers/words/say.ts';
import type { BriefingData } from './briefing-data.ts';

const SITE = 'https://example.com/';
const GUEST = 'ana.reyes@example.com';

/**
 * Returns a briefing about fictional people, for a user without a researched meeting.
 *
 * @param say In the user's language.
 * @param timeZone IANA name.
 */
export function exampleBriefing(say: Say, timeZone: string, now: Date): BriefingData {
  const start = new Date(Math.ceil(now.getTime() / 3_600_000) * 3_600_000 + 7_200_000);
  return {
    meetingId: '00000000-0000-4000-8000-000000000000',
    title: say('exampleTitle'),
    start: start.toISOString(),
    end: new Date(start.getTime() + 1_800_000).toISOString(),
    timeZone,
    location: say('exampleLocation'),
    meetingUrl: null,
    documents: [],
    asksForGoal: false,
    externalDomains: ['example.com'],
    userResponse: 'accepted',
    guests: [{ email: GUEST, name: 'Ana Reyes', responseStatus: 'accepted', isExternal: true }],
    guestsHidden: false,
    report: exampleReport(say),
    confidence: 100,
    researchedAt: now.toISOString(),
    shortfall: null,
    newSince: null,
    previous: null,
  };
}

function exampleReport(say: Say): BriefingData['report'] {
  return {
    summary: say('exampleTake'),
    keyInsights: [],
    recommendations: [],
    riskFactors: [say('exampleRisk')],
    opportunities: [],
    sources: [
      { title: say('exampleNewsPage'), url: `${SITE}news/leeds` },
      { title: say('exampleInterviewPage'), url: `${SITE}interview` },
      { title: say('exampleAboutPage'), url: `${SITE}about` },
    ],
    guests: [
      {
        email: GUEST,
        name: 'Ana Reyes',
        role: say('exampleRole'),
        facts: [say('exampleMove'), say('exampleQuote')],
        identity: 'confirmed',
        candidates: [],
      },
    ],
    companies: [
      {
        domain: 'example.com',
        name: 'Example Freight',
        line: say('exampleCompany'),
        news: [say('exampleNews'), say('exampleDelivery')],
      },
    ],
    talkingPoints: [say('examplePointRoutes'), say('examplePointFigures')],
    questions: [say('exampleQuestionTrouble'), say('exampleQuestionDecision')],
    notFound: [say('exampleNotFound')],
    scoreReasons: [],
  };
}

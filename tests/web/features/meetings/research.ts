import type { ResearchResult } from '#contract/research.ts';
import { emptyReport } from '#tests/support/empty-report.ts';

/** Returns complete research on a meeting with two guests. */
export function buildResearch(fields: Partial<ResearchResult> = {}): ResearchResult {
  return {
    id: '01900000-0000-7000-8000-000000000002',
    meetingId: '01900000-0000-7000-8000-000000000001',
    qualityScore: 82,
    confidence: 74,
    ...emptyReport,
    summary: 'Brightwater opened an office.',
    guests: [
      {
        email: 'ines@brightwater.test',
        name: null,
        role: 'VP Operations',
        facts: [],
        identity: 'likely',
        candidates: [],
      },
      { email: 'tom@brightwater.test', name: null, role: null, facts: [], identity: 'unknown', candidates: [] },
    ],
    companies: [{ domain: 'brightwater.test', name: 'Brightwater', line: 'Sensors', news: [] }],
    questions: ['What comes after Gothenburg?'],
    createdAt: '2026-11-23T11:30:00.000Z',
    researchedAt: '2026-11-23T11:30:00.000Z',
    rawResponse: '',
    ...fields,
  };
}

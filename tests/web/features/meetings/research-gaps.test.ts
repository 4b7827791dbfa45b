import { expect, test } from 'vitest';
import type { ResearchResult } from '#contract/research.ts';
import { researchGaps } from '#web/features/meetings/research-gaps.ts';

const whole: ResearchResult = {
  id: '01900000-0000-7000-8000-000000000002',
  meetingId: '01900000-0000-7000-8000-000000000001',
  qualityScore: 82,
  confidence: 74,
  summary: 'Brightwater opened an office.',
  keyInsights: [],
  recommendations: [],
  riskFactors: [],
  opportunities: [],
  sources: [],
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
  talkingPoints: [],
  questions: ['What comes after Gothenburg?'],
  scoreReasons: [],
  notFound: [],
  createdAt: '2026-11-23T11:30:00.000Z',
  researchedAt: '2026-11-23T11:30:00.000Z',
  rawResponse: '',
};

test('complete research has no gaps', () => {
  expect(researchGaps(whole)).toEqual([]);
});

test('researchGaps names guests and companies without details, and missing questions', () => {
  const guests = whole.guests.map((guest) => ({ ...guest, role: null }));
  const companies = whole.companies.map((company) => ({ ...company, line: '' }));
  expect(researchGaps({ ...whole, guests, companies, questions: [] })).toEqual([
    'your guests',
    'their companies',
    'what to talk about',
  ]);
});

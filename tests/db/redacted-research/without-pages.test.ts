import { expect, test } from 'vitest';
import type { ResearchReport } from '#contract/research.ts';
import { withoutPages } from '#db/redacted-research/without-pages.ts';

const RIGHT = 'https://brightwater.test/news';
const WRONG = 'https://lumenfield.test/team/alex';
const brief = { name: 'Alex', identity: 'confirmed' as const, candidates: [] };
const report: ResearchReport = {
  summary: 'Brightwater grows. [1] Alex leads partnerships. [1] [2] It hires. [1]',
  shareable: ['Brightwater grows. [1]', 'Alex leads partnerships. [1] [2]'],
  keyInsights: [
    { title: 'Growth', description: 'It grows. [1]', importance: 'high', category: '' },
    { title: 'Partners', description: 'Alex leads them. [2]', importance: 'high', category: '' },
  ],
  recommendations: [{ action: 'Ask Alex', reasoning: 'He leads. [2]', priority: 'high', effort: '' }],
  riskFactors: ['A lawsuit. [2]', 'Slow sales. [1]'],
  opportunities: [{ description: 'Partners. [2]', category: '' }],
  sources: [
    { title: 'News', url: RIGHT },
    { title: 'Alex', url: WRONG },
  ],
  guests: [
    { ...brief, email: 'alex@x.test', role: 'Partnerships [2]', facts: ['He leads. [2]'] },
    { ...brief, email: 'leonie@x.test', role: 'Operations [1]', facts: ['She runs it. [1]', 'She knows him. [1] [2]'] },
  ],
  companies: [
    { domain: 'brightwater.test', name: 'Brightwater', line: 'Makes pumps. [1]', news: ['It grows. [1]', 'Alex. [2]'] },
    { domain: 'lumenfield.test', name: 'Lumenfield', line: 'Makes lamps. [2]', news: [] },
  ],
  talkingPoints: ['Partners. [2]', 'Pumps. [1]'],
  questions: ['How are the partners?'],
  scoreReasons: [],
  notFound: ['Nothing on Bo.'],
};

test('withoutPages removes all questions and every statement citing the pages, and keeps the numbering', () => {
  expect(withoutPages(report, [WRONG])).toEqual({
    ...report,
    summary: 'Brightwater grows. [1] It hires. [1]',
    shareable: ['Brightwater grows. [1]'],
    keyInsights: report.keyInsights.slice(0, 1),
    recommendations: [],
    riskFactors: ['Slow sales. [1]'],
    opportunities: [],
    sources: [
      { title: 'News', url: RIGHT },
      { title: '', url: '' },
    ],
    guests: [
      { ...brief, email: 'alex@x.test', role: null, facts: [], identity: 'unknown' },
      { ...brief, email: 'leonie@x.test', role: 'Operations [1]', facts: ['She runs it. [1]'] },
    ],
    companies: [{ domain: 'brightwater.test', name: 'Brightwater', line: 'Makes pumps. [1]', news: ['It grows. [1]'] }],
    talkingPoints: ['Pumps. [1]'],
    questions: [],
  });
});

import { expect, test } from 'vitest';
import { researchGaps } from '#web/features/meetings/research-gaps-notice.tsx';
import { buildResearch } from './research.ts';

const whole = buildResearch();

test('complete research has no gaps', () => {
  expect(researchGaps(whole)).toEqual([]);
});

test('researchGaps lists guests and companies without details, and missing questions', () => {
  const guests = whole.guests.map((guest) => ({ ...guest, role: null }));
  const companies = whole.companies.map((company) => ({ ...company, line: '' }));
  expect(researchGaps({ ...whole, guests, companies, questions: [] })).toEqual([
    'your guests',
    'their companies',
    'what to talk about',
  ]);
});

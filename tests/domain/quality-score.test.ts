import { expect, test } from 'vitest';
import { type ScoreInput, scoreResearch } from '#domain/quality-score.ts';
import { textsOf } from '#domain/remarks.ts';

const now = new Date('2026-11-22T09:00:00.000Z');
const guest = {
  email: 'a@corp.test',
  name: 'Ada',
  role: 'COO',
  facts: ['Spoke.'],
  identity: 'confirmed',
  candidates: [],
} as const;
const full: ScoreInput = {
  report: {
    guests: [{ ...guest, facts: ['Spoke.'] }],
    companies: [{ domain: 'corp.test', line: 'Pumps.', news: ['Grew.'] }],
    talkingPoints: ['Terms.'],
  },
  companies: [{ domain: 'corp.test', name: 'Corp' }],
  toldFirst: new Set(),
  proposed: 12,
  kept: 12,
  cited: ['https://corp.test/a', 'https://corp.test/b', 'https://corp.test/c', 'https://press.test/'].map((url) => ({
    url,
    date: 'November 3, 2026',
  })),
  isSearchComplete: true,
  onlyQuotes: null,
};

test('complete, fresh, well-sourced research scores 100 without reasons', () => {
  expect(scoreResearch(full, now)).toEqual({ qualityScore: 100, confidence: 100, reasons: [] });
});

const companies = full.report.companies;
test.each<[string, Partial<ScoreInput>, RegExp]>([
  [
    'no news',
    { report: { ...full.report, companies: companies.map((one) => ({ ...one, news: [] })) } },
    /No news about Corp/,
  ],
  ['no company', { report: { ...full.report, companies: [] } }, /Nothing about Corp was found/],
  ['nothing to talk about', { report: { ...full.report, talkingPoints: [] } }, /no talking points/],
  ['few sources', { cited: full.cited.slice(2) }, /two sources are cited/],
  ['one site', { cited: full.cited.slice(0, 3).concat(full.cited.slice(0, 1)) }, /one site/],
  [
    'old sources',
    { cited: full.cited.map((one, at) => (at === 0 ? { ...one, date: '2019' } : one)) },
    /more than a year old/,
  ],
  [
    'a source without a date',
    { cited: full.cited.map((one, at) => (at === 0 ? { ...one, date: null } : one)) },
    /^Some sources do not say when/,
  ],
  ['undated sources', { cited: full.cited.map((one) => ({ ...one, date: null })) }, /when it was published/],
  ['an incomplete search', { isSearchComplete: false }, /only some of its results/],
])('with %s, the quality score drops and a reason is listed', (_what, change, reason) => {
  const { qualityScore, reasons } = scoreResearch({ ...full, ...change }, now);
  expect(qualityScore).toBeLessThan(100);
  expect(textsOf(reasons).join('\n')).toMatch(reason);
});

test('likely identities and dropped statements lower the confidence', () => {
  const likely = { ...full.report, guests: full.report.guests.map((one) => ({ ...one, identity: 'likely' as const })) };
  const scores = scoreResearch({ ...full, report: likely, kept: 10 }, now);
  expect(scores.confidence).toBe(75);
  expect(textsOf(scores.reasons).join('\n')).toMatch(
    /2 of 12 drafted[\s\S]*Ada is probably|Ada is probably[\s\S]*2 of 12 drafted/,
  );
});

test('missing facts, company and sources leave a score below 25 and are each listed once', () => {
  const unknown = full.report.guests.map((one) => ({ ...one, role: null, facts: [], identity: 'unknown' as const }));
  const report = { ...full.report, guests: unknown, companies: [] };
  const { qualityScore, reasons } = scoreResearch({ ...full, report, cited: full.cited.slice(0, 1) }, now);
  expect(qualityScore).toBeLessThan(25);
  expect(textsOf(reasons)).toEqual([
    'Nothing about Corp was found.',
    'Nothing certain about Ada was found.',
    'Only one source is cited.',
  ]);
});

test('facts in the quick take do not count as missing elsewhere', () => {
  const guests = full.report.guests.map((one) => ({ ...one, facts: [] }));
  const report = { ...full.report, guests, companies: companies.map((one) => ({ ...one, news: [] })) };
  expect(scoreResearch({ ...full, report }, now).qualityScore).toBeLessThan(70);
  const toldFirst = new Set([guest.email, 'corp.test']);
  expect(scoreResearch({ ...full, report, toldFirst }, now).qualityScore).toBe(100);
});

test('a report of only quotes scores low, an empty one zero', () => {
  const quotes = scoreResearch({ ...full, onlyQuotes: 'notWritten' }, now);
  expect(quotes).toMatchObject({ qualityScore: 30, confidence: 30, reasons: [{ code: 'notWritten' }] });
  expect(scoreResearch({ ...full, kept: 0 }, now)).toMatchObject({ qualityScore: 0, confidence: 0 });
});

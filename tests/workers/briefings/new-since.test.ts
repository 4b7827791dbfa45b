import { expect, test } from 'vitest';
import { emptyReport } from '#tests/support/empty-report.ts';
import { newSince } from '#workers/briefings/new-since.ts';

const home = { title: 'Home', url: 'https://brightwater.test/' };
const office = { title: 'Office', url: 'https://brightwater.test/news/gothenburg' };
const company = { domain: 'brightwater.test', name: 'Brightwater', line: 'Treats water. [1]' };

test('statements citing a page unknown to the earlier report are new', () => {
  const earlier = { ...emptyReport, sources: [home], companies: [{ ...company, news: ['It treats water. [1]'] }] };
  const news = ['Water is what it treats. [1]', 'It opened an office in Gothenburg. [1][2]'];
  const report = { ...emptyReport, sources: [home, office], companies: [{ ...company, news }] };
  expect(newSince(report, earlier)).toEqual(['It opened an office in Gothenburg. [1][2]']);
  expect(newSince(earlier, earlier)).toEqual([]);
});

test('at most three items are listed, without duplicates', () => {
  const news = ['One. [1]', 'Two. [1]', 'Two. [1]', 'Three. [1]', 'Four. [1]'];
  const report = { ...emptyReport, sources: [office], companies: [{ ...company, news }] };
  expect(newSince(report, { ...emptyReport, sources: [home], companies: [{ ...company, news: [] }] })).toEqual([
    'One. [1]',
    'Two. [1]',
    'Three. [1]',
  ]);
});

test('statements about someone absent from the earlier report are not news', () => {
  const guest = {
    email: 'tomas@brightwater.test',
    name: 'Tomas',
    role: null,
    identity: 'confirmed',
    candidates: [],
  } as const;
  const known = { ...guest, candidates: [], facts: ['Tomas moved. [1]'] };
  const report = { ...emptyReport, sources: [office], guests: [known] };
  const earlier = { ...emptyReport, sources: [home] };
  expect(newSince(report, earlier)).toEqual([]);
  expect(newSince(report, { ...earlier, guests: [{ ...known, facts: [] }] })).toEqual(['Tomas moved. [1]']);
});

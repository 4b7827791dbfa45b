import { describe, expect, test } from 'vitest';
import { checkReport } from '#workers/research/report.ts';
import { EMPTY_DRAFT } from '#workers/research/report-draft.ts';
import type { ResearchSubject } from '#workers/research/subject.ts';

const guest = { email: 'anna@northpeak.test', name: 'Anna Berg', companyDomain: 'northpeak.test' };
const subject: ResearchSubject = {
  title: 'Intro call',
  description: '',
  start: '2026-11-21T13:30:00.000Z',
  hostDomain: 'harborline.test',
  companies: ['northpeak.test'],
  guests: [{ id: 'g1', ...guest }],
  guestsLeftOut: 0,
};

/** What a briefing says of the guest after a page of the employer's own site said something. */
function told(
  page: string,
  text: string,
  place: 'role' | 'fact' | 'talkingPoint' = 'talkingPoint',
  title = 'Northpeak',
) {
  const source = { id: 's1', url: 'https://northpeak.test/team', title, requestedUrl: null, age: null, text: page };
  const fact = { text, sources: ['s1'] };
  const part = { id: 'g1', role: place === 'role' ? fact : null, facts: place === 'fact' ? [fact] : [] };
  const draft = { ...EMPTY_DRAFT, guests: [part], talkingPoints: place === 'talkingPoint' ? [fact] : [] };
  const now = new Date('2026-11-21T09:00:00.000Z');
  const { report } = checkReport(draft, { subject, sources: [source], now });
  const [brief] = report.guests;
  return [...report.talkingPoints, ...(brief?.role ? [brief.role] : []), ...(brief?.facts ?? [])];
}

describe('an office that the page gives to somebody else', () => {
  test.each([
    ['Anna Berg reports to CEO Max Muster.', 'Anna Berg is CEO.'],
    ['Anna Berg reports to CEO Max Muster.', 'Anna Berg is the CEO of Northpeak.'],
    ['Anna Berg reports to CEO Max Muster.', 'CEO Anna Berg reports to Max Muster.'],
    ['Anna Berg reports to CEO Max Muster.', 'Anna reports, as CEO, to Max Muster.'],
    ['Anna Berg reports to the chief executive.', 'Anna Berg is the chief executive.'],
    ['Anna Berg is assistant to the CEO.', 'Anna Berg is CEO.'],
    ["Anna Berg is the CEO's assistant.", 'Anna Berg is CEO.'],
    ['Anna Berg is deputy director of sales.', 'Anna Berg is director of sales.'],
    ['Anna Berg and CFO Max Muster open the office in Lyon.', 'Anna Berg, CFO, opens the office in Lyon.'],
    ['Max Muster, CEO, Anna Berg, analyst, and Kim Park opened the office.', 'Anna Berg is CEO and opened the office.'],
    ['Anna Berg works with head of sales Max Muster.', 'Anna Berg works as head of sales.'],
    ['Anna Berg is head of sales. Max Muster is head of marketing.', 'Anna Berg is head of marketing.'],
    ['Anna Berg is a sales manager. Max Muster is sales director.', 'Anna Berg is sales director.'],
    ['Anna Berg appointed Max Muster as CFO in May.', 'Anna Berg was appointed as CFO in May.'],
    ['Anna Berg met founder Max Muster in May.', 'Anna Berg, founder, met Max Muster in May.'],
    ['Anna Berg of Northpeak praised chief executive Max Muster.', 'Anna Berg of Northpeak is chief executive.'],
    ['Anna Berg leads operations at Northpeak.', 'Engineer Anna Berg leads operations at Northpeak.'],
    ['Anna Berg is former CFO of Northpeak.', 'Anna Berg is CFO of Northpeak.'],
  ])('is not the guest’s: %s', (page, text) => {
    expect(told(page, text)).toEqual([]);
    expect(told(page, text, 'fact')).toEqual([]);
  });

  test('is no role of the guest, and none of `she`', () => {
    const page = 'Anna Berg of Northpeak reports to CEO Max Muster since May.';
    expect(told(page, 'CEO since May', 'role')).toEqual([]);
    expect(told(page, 'CEO of Northpeak', 'fact')).toEqual([]);
    expect(told(page, 'She is CEO since May.', 'fact')).toEqual([]);
    expect(told(page, 'Anna Berg reports to Max Muster. She is CEO.')).toEqual([
      'Anna Berg reports to Max Muster. [1]',
    ]);
  });
});

describe('an office that the page gives to the guest', () => {
  test.each([
    ['Anna Berg is CEO of Northpeak.', 'Anna Berg is the chief executive.'],
    ['CEO Anna Berg opened the office.', 'Anna Berg is CEO.'],
    ['The CEO, Anna Berg, opened the office.', 'Anna Berg is the CEO.'],
    ['The new CFO of Northpeak is Anna Berg.', 'Anna Berg is CFO.'],
    ['Northpeak appointed Anna Berg chief financial officer in May.', 'Anna Berg is CFO of Northpeak.'],
    ['Anna Berg was promoted to head of sales in May.', 'Anna Berg is head of sales since May.'],
    ['Anna Berg joined Northpeak in 2019 as head of sales.', 'Anna Berg has been head of sales since 2019.'],
    ['Anna Berg, who joined in 2019, is VP Operations.', 'Anna Berg is Vice President of Operations.'],
    ['Anna Berg (CFO) opened the office.', 'Anna Berg, the CFO, opened the office.'],
    ['Anna Berg succeeded Max Muster as CEO in May.', 'Anna Berg is CEO since May.'],
    ['Anna Berg is founder and CEO of Northpeak.', 'Founder Anna Berg is CEO.'],
    ['Anna Berg founded Northpeak in 2019.', 'Anna Berg is the founder of Northpeak.'],
    ['Anna Berg leads finance at Northpeak.', 'Anna Berg is head of finance at Northpeak.'],
    ['Anna Berg joined in 2019. Since May she has been CFO.', 'Anna Berg has been CFO since May.'],
    ['Ms Berg, CFO of Northpeak, spoke. Anna Berg joined in 2019.', 'Anna Berg is CFO of Northpeak.'],
    ['Anna Berg\nChief Financial Officer\nMax Muster\nChief Executive', 'Anna Berg is Chief Financial Officer.'],
    [
      'Anna Berg is head of sales and reports to CEO Max Muster.',
      'Anna Berg, head of sales, reports to CEO Max Muster.',
    ],
  ])('stays, in other words as well: %s', (page, text) => {
    expect(told(page, text)).toEqual([`${text} [1]`]);
  });

  test.each([
    ['Anna Berg is CFO of Northpeak since May.', 'CFO since May', 'Northpeak'],
    ['Chief Financial Officer since May.', 'CFO since May', 'Anna Berg | Northpeak'],
    ['Anna Berg reports to CEO Max Muster since May.', 'Reports to CEO Max Muster since May', 'Northpeak'],
  ])('is the guest’s role: %s', (page, text, title) => {
    expect(told(page, text, 'role', title)).toEqual([`${text} [1]`]);
  });
});

describe('a word of an office that is nobody’s', () => {
  test.each([
    ['In 2019 Anna Berg took an executive MBA in Lyon.', 'Holds an executive MBA of 2019 from Lyon'],
    ['In 2019 Anna Berg took executive training in Lyon.', 'Took executive training in Lyon in 2019'],
    [
      'In May Anna Berg began to look for a lead supplier of pumps.',
      'Anna Berg is looking for a lead supplier of pumps.',
    ],
    [
      'In May Anna Berg said that she wants an analyst for sales.',
      'Anna Berg is looking to hire an analyst for sales.',
    ],
    ['In May Anna Berg opened the head office in Lyon.', 'Anna Berg opened the head office in May.'],
  ])('takes nothing down: %s', (page, text) => {
    expect(told(`Anna Berg works at Northpeak. ${page}`, text, 'fact')).toEqual([`${text} [1]`]);
  });
});

describe('a conclusion about a guest', () => {
  test.each([
    'Anna Berg is tired.',
    'Anna Berg could be tired.',
    'Anna is likely to quit.',
    'Ms Berg may sell.',
    'Anna Berg leads operations and may quit.',
    'Anna Berg may sell operations soon.',
  ])('says nothing that no source says, however short it is: %s', (text) => {
    expect(told('Anna Berg leads operations at Northpeak.', text)).toEqual([]);
    expect(told('Anna Berg leads operations at Northpeak.', text, 'fact')).toEqual([]);
  });

  test.each(['She may be tired of it.', 'That could be why she left her team alone.'])(
    'is none behind what is true, by a pronoun: %s',
    (text) => {
      const stated = 'Anna Berg leads operations at Northpeak.';
      expect(told(stated, `${stated} ${text}`)).toEqual([`${stated} [1]`]);
    },
  );

  test.each(['Anna Berg could lead operations.', 'Ask Anna Berg about operations at Northpeak.'])(
    'stays where the source says as much, and so does what to ask: %s',
    (text) => {
      expect(told('Anna Berg leads operations at Northpeak.', text)).toEqual([`${text} [1]`]);
    },
  );
});

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

/** The page of the employer on which a sentence about the guest stands. */
const onPage = (sentence: string) => `Northpeak makes pumps. Anna Berg works at Northpeak. ${sentence}`;

const CFO_OVERSEES = 'As CFO of Northpeak, Anna Berg oversees finance and IT.';
const HEAD_RESPONSIBLE = 'As head of procurement at Northpeak, Anna Berg is responsible for forty suppliers.';
const IN_HER_ROLE = 'In her role as chief financial officer, Anna Berg oversees finance and IT.';
const HEAD_SINCE = 'Head of procurement at Northpeak since 2021, Anna Berg is a member of the Lyon Club.';
const FOUNDED_BY = 'Northpeak was founded by Kim Park and Anna Berg in 2019.';
const ENGINEER = 'Trained as an engineer, Anna Berg took over purchasing in May.';
const LINES = 'Purchasing Manager\nAnna Berg\nLyon';

describe('an office that is told in whatever order of words', () => {
  test.each([
    [CFO_OVERSEES, 'CFO of Northpeak', 'role'],
    [CFO_OVERSEES, 'Anna Berg is CFO of Northpeak.', 'talkingPoint'],
    [CFO_OVERSEES, 'Oversees finance and IT as CFO of Northpeak', 'fact'],
    [HEAD_RESPONSIBLE, 'Head of procurement at Northpeak', 'role'],
    [HEAD_RESPONSIBLE, 'Anna Berg is head of procurement at Northpeak.', 'talkingPoint'],
    [IN_HER_ROLE, 'Chief financial officer', 'role'],
    [IN_HER_ROLE, 'Anna Berg is CFO of Northpeak.', 'talkingPoint'],
    [HEAD_SINCE, 'Head of procurement since 2021', 'role'],
    [HEAD_SINCE, 'Anna Berg has been head of procurement since 2021.', 'talkingPoint'],
    ['Anna Berg hired Kim Park as head of sales in May.', 'Hired Kim Park as head of sales in May', 'fact'],
    ['Anna Berg hired Kim Park as head of sales in May.', 'She hired Kim Park as head of sales in May.', 'fact'],
    ['Anna Berg appointed Kim Park as CFO in May.', 'Appointed Kim Park as CFO in May', 'fact'],
    ['Anna Berg appointed Kim Park as CFO in May.', 'Anna Berg appointed Kim Park as CFO in May.', 'talkingPoint'],
    ['Anna Berg is Vice President, Operations at Northpeak.', 'VP of Operations', 'role'],
    ['Anna Berg is Vice President, Operations at Northpeak.', 'Vice President of Operations', 'role'],
    ['Anna Berg is Director, Product Marketing at Northpeak.', 'Director of Product Marketing', 'role'],
    [FOUNDED_BY, 'Founder of Northpeak', 'role'],
    [FOUNDED_BY, 'Co-founder of Northpeak', 'role'],
    ['Founders Kim Park and Anna Berg met in Lyon.', 'Founder of Northpeak', 'role'],
    ['Founders Kim Park and Anna Berg met in Lyon.', 'Co-founder', 'role'],
    ['Kim Park and Anna Berg are co-founders of Northpeak.', 'Co-founder of Northpeak', 'role'],
    ['Kim Park and Anna Berg are co-founders of Northpeak.', 'Anna Berg is a founder of Northpeak.', 'talkingPoint'],
    ['In May, Northpeak announced a new CFO, Anna Berg.', 'CFO (since May)', 'role'],
    ['In May, Northpeak announced a new CFO, Anna Berg.', 'Anna Berg is the new CFO of Northpeak.', 'talkingPoint'],
    ['New CFO at Northpeak: Anna Berg', 'CFO', 'role'],
    ['Our CEO is Anna Berg.', 'CEO', 'role'],
    ['Anna Berg has held the role of CFO since 2019.', 'CFO since 2019', 'role'],
    ['Anna Berg was appointed to the position of CFO in May.', 'CFO since May', 'role'],
    ['Anna Berg took up the post of CFO in May.', 'CFO since May', 'role'],
    [ENGINEER, 'Trained as an engineer', 'fact'],
    [ENGINEER, 'Anna Berg trained as an engineer.', 'talkingPoint'],
    [LINES, 'Purchasing Manager', 'role'],
    [LINES, 'Anna Berg is Purchasing Manager in Lyon.', 'talkingPoint'],
    ['Directors: Kim Park, Anna Berg', 'Director', 'role'],
    ['Anna Berg is co-CEO of Northpeak.', 'Co-CEO of Northpeak', 'role'],
    ['Anna Berg is interim CEO of Northpeak.', 'Interim CEO of Northpeak', 'role'],
    ['Anna Berg stepped down as CFO in May.', 'Stepped down as CFO in May', 'fact'],
    ['Anna Berg stepped down as CFO in May.', 'Former CFO', 'role'],
    ['Anna Berg was CFO until May.', 'Anna Berg was CFO until May.', 'talkingPoint'],
    ['Anna Berg will become CEO in 2027.', 'Anna Berg will become CEO in 2027.', 'talkingPoint'],
    [
      'Anna Berg joined Contoso as CFO in 2019 and left in 2021.',
      'Anna Berg joined Contoso as CFO in 2019.',
      'talkingPoint',
    ],
    ['Anna Berg, formerly CFO of Contoso, is CEO of Northpeak.', 'Former CFO of Contoso', 'fact'],
    ['Anna Berg left Contoso to become CFO of Northpeak.', 'CFO of Northpeak', 'role'],
    ['Anna Berg is chief people officer of Northpeak.', 'CPO of Northpeak', 'role'],
    ['Anna Berg is head of procurement at Northpeak.', 'Anna Berg leads procurement at Northpeak.', 'talkingPoint'],
    ['Anna Berg is in charge of a team of forty at Northpeak.', 'Leads a team of forty', 'fact'],
  ] as const)('stays: %s -> %s (%s)', (sentence, text, place) => {
    expect(told(onPage(sentence), text, place)).toEqual([`${text} [1]`]);
  });
});

describe('an office that no source gives the guest', () => {
  const CEO = 'Anna Berg is CEO of Northpeak.';
  const ENDED = [
    'Anna Berg stepped down as CFO in May.',
    'Anna Berg resigned as CFO in May.',
    'Anna Berg was replaced as CFO by Max Muster in May.',
    'Anna Berg will leave as CFO in May.',
    'Anna Berg was passed over as CFO in May.',
    'Anna Berg sees herself as CFO one day in May.',
  ];
  const HUSBAND = 'Anna Berg, whose husband is CEO of Contoso, joined.';
  const MET = 'Anna Berg, CEO of Northpeak, met Contoso in May.';
  const LEADS = 'Anna Berg is head of sales. Max Muster leads finance.';
  test.each([
    [CEO, 'Anna Berg is the former CEO of Northpeak.'],
    [CEO, 'Anna Berg is the interim CEO of Northpeak.'],
    [CEO, 'Anna Berg is the deputy CEO of Northpeak.'],
    [CEO, 'Former CEO of Northpeak'],
    [CEO, 'Acting CEO of Northpeak'],
    ...ENDED.flatMap((sentence) => [
      [sentence, 'Anna Berg is CFO of Northpeak since May.'],
      [sentence, 'CFO of Northpeak'],
      [sentence, 'Anna Berg is CFO (since May).'],
    ]),
    ['Anna Berg was replaced as CEO by Max Muster.', 'Anna Berg is CEO.'],
    ['Anna Berg was CFO until May.', 'Anna Berg is CFO.'],
    ['Anna Berg will become CEO in 2027.', 'Anna Berg is CEO.'],
    [MET, 'Anna Berg is CEO of Contoso.'],
    [MET.replace('CEO', 'a partner'), 'Anna Berg is a partner at Contoso.'],
    [MET.replace('CEO of', 'head of sales at'), 'Anna Berg is head of sales at Contoso.'],
    [HUSBAND, 'Anna Berg is CEO of Contoso.'],
    ['Anna Berg reports to CRO Max Muster.', 'Anna Berg is CRO.'],
    ['Anna Berg reports to CISO Max Muster.', 'Anna Berg is CISO of Northpeak.'],
    ['Anna Berg reports to CPO Max Muster.', 'CPO'],
    ['Anna Berg reports to treasurer Max Muster.', 'Anna Berg is treasurer of Northpeak.'],
    ['Anna Berg works with architect Max Muster.', 'Anna Berg is an architect.'],
    [LEADS, 'Anna Berg leads finance.'],
    [LEADS, 'Leads finance'],
    ['Anna Berg is head of sales and Max Muster leads finance.', 'Anna Berg leads finance.'],
    ['Anna Berg is head of sales and Max Muster is head of finance.', 'Head of finance'],
    ['Max Muster, CEO, praised Anna Berg.', 'Anna Berg is CEO.'],
    ['Anna Berg succeeded the head of sales, CEO Max Muster said.', 'Anna Berg is CEO.'],
    ['Max Muster\nChief Executive\nAnna Berg\nLyon', 'Anna Berg is chief executive.'],
  ])('goes: %s -> %s', (sentence = '', text = '') => {
    // A talking point without a name is about nobody.
    const places = text.includes('Anna') ? (['role', 'fact', 'talkingPoint'] as const) : (['role', 'fact'] as const);
    expect(places.flatMap((place) => told(onPage(sentence), text, place))).toEqual([]);
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

// Each statement with each office of a page, and each pattern from each of its words, would take minutes.
test.each([
  ['offices', 'Anna Berg, CFO, met head of sales Max Muster. '.repeat(6_000)],
  ['names without a full stop', 'Anna Berg Max Muster CFO '.repeat(10_000)],
  ['lines', 'Chief Executive\nAnna Berg\nLyon\n'.repeat(8_000)],
])('a long page of %s is read in the time that any other of its length takes', { timeout: 60_000 }, (_, page) => {
  expect(told(page, 'Anna Berg is treasurer of Northpeak.')).toEqual([]);
});

test('the employer is known by the names on its own site, whichever of the sources a statement cites', () => {
  const page = {
    id: 's1',
    requestedUrl: null,
    age: null,
    title: 'Team',
    url: 'https://northpeak.test/team',
  };
  const sources = [
    { ...page, text: 'Anna Berg is CFO of North Peak Pumps and opens offices.' },
    { ...page, id: 's2', url: 'https://northpeak.test/', title: 'North Peak Pumps', text: 'Anna Berg opens offices.' },
  ];
  const text = 'Anna Berg is CFO of North Peak Pumps.';
  const talkingPoints = [['s1'], ['s1', 's2']].map((cited) => ({ text, sources: cited }));
  const { report } = checkReport({ ...EMPTY_DRAFT, talkingPoints }, { subject, sources, now: new Date() });
  expect(report.talkingPoints).toEqual([`${text} [1]`, `${text} [1][2]`]);
});

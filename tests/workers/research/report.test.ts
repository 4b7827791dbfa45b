import { describe, expect, test } from 'vitest';
import { ModelOutputError } from '#providers/research/provider.ts';
import { checkReport } from '#workers/research/report.ts';
import { EMPTY_DRAFT, type ReportDraft } from '#workers/research/report-draft.ts';
import { withoutNamesakes } from '#workers/research/right-pages.ts';
import type { RunSource } from '#workers/research/sources.ts';
import type { ResearchSubject } from '#workers/research/subject.ts';

const subject: ResearchSubject = {
  title: 'Intro call',
  description: '',
  start: '2026-11-21T13:30:00.000Z',
  hostDomain: 'harborline.test',
  companies: ['brightwater.test'],
  guests: [
    { id: 'g1', email: 'leonie@brightwater.test', name: 'Leonie Hartmann', companyDomain: 'brightwater.test' },
    { id: 'g2', email: 'kim.park@brightwater.test', name: 'Kim Park', companyDomain: 'brightwater.test' },
  ],
  guestsLeftOut: 0,
};
const page = { requestedUrl: null, age: '3 November 2026' };
const sources: RunSource[] = [
  {
    ...page,
    id: 's1',
    url: 'https://brightwater.test/',
    title: 'Home',
    text: 'Brightwater finds leaks for 90 cities.',
  },
  { ...page, id: 's2', url: 'https://brightwater.test/l', title: 'Team', text: 'Leonie Hartmann leads operations.' },
  { ...page, id: 's3', url: 'https://cello.test/', title: 'Music', text: 'Kim Park plays the cello since 1999.' },
];
const fact = (text: string, ...ids: string[]) => ({ text, sources: ids });
const now = new Date('2026-11-21T09:00:00.000Z');
const check = (draft: Partial<ReportDraft>) =>
  checkReport({ ...EMPTY_DRAFT, ...draft }, { subject, sources: withoutNamesakes(sources, subject), now });

test('a report keeps to the size of the mail, however much the model wrote', () => {
  const many = Array.from({ length: 9 }, () => fact('Brightwater finds leaks.', 's1'));
  const news = {
    domain: 'brightwater.test',
    name: 'Brightwater',
    line: fact('Brightwater finds leaks.', 's1'),
    news: many,
  };
  const questions = Array.from({ length: 9 }, (_, index) => `What about city number ${'x'.repeat(index + 1)}?`);
  const facts = Array.from({ length: 9 }, () => fact('Leonie Hartmann leads operations.', 's2'));
  const { report } = check({
    // What is dropped makes room for what comes after it.
    summary: [fact('Brightwater is restructuring.', 's9'), ...many],
    companies: [news],
    guests: [{ id: 'g1', role: null, facts }],
    talkingPoints: many,
    questions,
  });
  expect(report.summary.match(/\[1\]/g)).toHaveLength(3);
  expect(report.companies[0]?.news).toHaveLength(3);
  expect(report.guests[0]?.facts).toHaveLength(5);
  expect(report.talkingPoints).toHaveLength(5);
  expect(report.questions).toHaveLength(3);
});

describe('statements of a report', () => {
  test('carry the numbers of their sources, counted in the order of citing', () => {
    const { report } = check({
      summary: [fact('Leonie Hartmann leads operations.', 's2')],
      riskFactors: [fact('Brightwater serves 90 cities.', 's1', 's2')],
    });
    expect(report.summary).toBe('Leonie Hartmann leads operations. [1]');
    expect(report.riskFactors).toEqual(['Brightwater serves 90 cities. [2][1]']);
    expect(report.sources.map(({ url }) => url)).toEqual(['https://brightwater.test/l', 'https://brightwater.test/']);
  });

  test.each([
    ['cite nothing', fact('Brightwater is in talks about a merger.')],
    ['cite a source that is not of this run', fact('Brightwater is restructuring.', 's9')],
    ['hold a figure that their source does not hold', fact('Brightwater serves 91 cities.', 's1')],
    ['speak of something else than their source', fact('The meeting was cancelled.', 's1', 's2')],
    ['hold a link', fact('Brightwater: see https://evil.test', 's1')],
    ['hold the address of somebody else', fact('Brightwater finds leaks, ines@brightwater.test.', 's1')],
    ['hold a link in Markdown', fact('Brightwater [details](evil)', 's1')],
    ['hold an image in Markdown', fact('![x](y) Brightwater', 's1')],
    ['hold markup', fact('Brightwater <img src=x>', 's1')],
    ['hold a style', fact('<style>*{}</style>Brightwater', 's1')],
    ['are endless', fact('Brightwater '.repeat(100), 's1')],
    ['name a guest, but rest on somebody of the same name', fact('Kim Park plays the cello since 1999.', 's3')],
  ])('are dropped when they %s', (_, statement) => {
    const { report } = check({ summary: [statement], talkingPoints: [statement], riskFactors: [statement] });
    expect(report).toMatchObject({ summary: '', talkingPoints: [], riskFactors: [], sources: [] });
  });

  const half = 'Brightwater finds leaks for 90 cities.';
  test.each([
    ['a sentence that no source says', `${half} It filed for insolvency yesterday.`, half],
    ['the same in front', `The founders were arrested on Monday. ${half}`, half],
    ['what goes on from it', `The founders were arrested. They moved to the cities. ${half}`, half],
    ['a part behind an `and`', 'Brightwater finds leaks and filed for insolvency yesterday.', null],
    ['a name', 'Brightwater finds leaks and acquires rival Aquafind.', null],
    ['a name among true words', 'Brightwater finds leaks for 90 Aquafind cities.', null],
    ['a name in front', `${half} Aquafind finds leaks.`, half],
    ['a name in front of another sentence of it', 'Aquafind has 90 cities.', null],
    ['a longer name in front', 'Aquafind Leaks finds leaks for 90 cities.', null],
    ['a name that owns something', 'Contoso’s leaks are found for 90 cities.', null],
    ['a name written as none but names are', 'AquaFind in cities, leaks found for 90.', null],
    ['a name after a colon', 'Leaks in cities: Contoso finds leaks for 90.', null],
    ['a half behind a comma', 'Brightwater finds leaks for 90 cities, and it bought Contoso in 2024.', null],
    ['a half of words of the source', 'Brightwater finds leaks for 90 cities, and it bought Home in November.', null],
    ['a half behind a comma alone', 'Brightwater finds leaks for 90 cities, cutting a third of the staff.', null],
    ['a half behind `which`', 'Brightwater finds leaks for 90 cities, which led to fines of the regulator.', null],
    ['an event behind the words of a conclusion', `${half} It filed for insolvency, which is worth asking.`, half],
    ['a denial', 'Brightwater does not find leaks.', null],
    ['a denial in short', "Brightwater doesn't find leaks for 90 cities.", null],
    ['a denial in other words', 'Brightwater fails to find leaks for cities.', null],
    ['half a denial', 'Brightwater hardly finds leaks.', null],
  ])('lose %s, of facts as of conclusions', (_, text, left) => {
    const statement = fact(text, 's1');
    const { report } = check({
      summary: [statement],
      riskFactors: [statement],
      companies: [{ domain: 'brightwater.test', name: 'Brightwater', line: statement, news: [] }],
    });
    const expected = left === null ? [] : [`${left} [1]`];
    expect(report.riskFactors).toEqual(expected);
    expect(report.companies.map(({ line }) => line)).toEqual(expected);
    expect(report.summary).toBe(expected.join(''));
  });

  test('keep a denial of their source, and lose what it denies', () => {
    const text = 'Brightwater finds leaks. It does not sell pumps to cities.';
    const denying = [{ ...page, id: 's1', url: 'https://brightwater.test/', title: '', text }];
    const draft = {
      ...EMPTY_DRAFT,
      riskFactors: [
        fact('Brightwater does not sell pumps.', 's1'),
        fact('It does sell pumps to cities.', 's1'),
        fact('Brightwater sells pumps to cities.', 's1'),
        fact('Brightwater does not find leaks.', 's1'),
      ],
    };
    expect(checkReport(draft, { subject, sources: denying, now }).report.riskFactors).toEqual([
      'Brightwater does not sell pumps. [1]',
    ]);
  });

  test.each([
    'Leonie Hartmann, in charge as Head of Operations, leads operations.',
    'Brightwater finds leaks; Harborline could help its cities.',
    'Brightwater finds leaks in November for 90 cities.',
    'Leonie Hartmann joined as Dr. Hartmann to lead operations.',
  ])('are kept with a name that needs no source: %s', (text) => {
    expect(check({ riskFactors: [fact(text, 's1', 's2')] }).report.riskFactors).toEqual([
      expect.stringContaining(text),
    ]);
  });

  test.each([
    'Cities rely on Brightwater to find leaks.',
    'Utilities use Brightwater for leaks in 90 cities.',
    'Headquartered among its cities, Brightwater finds leaks.',
    'Revenue is from 90 cities, for which Brightwater finds leaks.',
    'Today Brightwater finds leaks for 90 cities.',
    'Detection of leaks has 90 cities as its market.',
    'Urban leaks are found in 90 cities.',
    'Brightwater finds leaks for 90 cities, according to its own website.',
    'Brightwater, which serves 90 cities, finds leaks.',
    'Brightwater, a finder of leaks, has 90 cities.',
  ])(
    'are kept where they begin with an ordinary word that no source has, or say one thing in two parts: %s',
    (text) => {
      expect(check({ riskFactors: [fact(text, 's1', 's2')] }).report.riskFactors).toEqual([
        expect.stringContaining(text),
      ]);
    },
  );

  test('keep an event that their source tells in other words', () => {
    const text = 'Meridian completed its purchase of Quillstone in October. The founder left the board.';
    const telling = [{ ...page, id: 's1', url: 'https://quillstone.test/', title: '', text }];
    const told = ['Meridian acquired Quillstone in October.', 'The founder stepped down from the board.'];
    const draft = { ...EMPTY_DRAFT, riskFactors: told.map((one) => fact(one, 's1')) };
    const { report } = checkReport(draft, { subject, sources: telling, now });
    expect(report.riskFactors).toEqual(told.map((one) => `${one} [1]`));
  });

  const events =
    'Rival Hydrosense was bought by Veolia in 2023. Brightwater competes with Hydrosense and Veolia. Ines Duarte left Aqua in May. Brightwater recalled its sensors.';
  const eventful = [{ ...page, id: 's1', url: 'https://brightwater.test/', title: 'Brightwater', text: events }];
  const ofEvents = (text: string) =>
    checkReport({ ...EMPTY_DRAFT, riskFactors: [fact(text, 's1')] }, { subject, sources: eventful, now }).report
      .riskFactors;

  test.each([
    'Brightwater was bought by Veolia in 2023.',
    'Veolia bought Brightwater in 2023.',
    'Rival Hydrosense bought Veolia in 2023.',
    'Hydrosense, a rival, bought Veolia in 2023.',
    'Veolia was bought by Hydrosense in 2023.',
    'Brightwater bought rival Hydrosense in 2023.',
    'Aqua is under investigation, and Ines Duarte left in May.',
    'Ines Duarte was accused by Aqua in May.',
    'Ines Duarte left Aqua in May because of an illness.',
    'Hydrosense recalled its sensors.',
    'Brightwater left Aqua in May.',
    'Brightwater closed its office in May.',
    'Ines Duarte married in May.',
    'Brightwater told of a leak of customer data.',
  ])('lose a grave event that is told of others, or not at all: %s', (text) => {
    expect(ofEvents(text)).toEqual([]);
  });

  test.each([
    'Veolia bought rival Hydrosense in 2023.',
    'In 2023 rival Hydrosense was acquired by Veolia.',
    'Hydrosense was bought by Veolia in 2023.',
    'Hydrosense, a rival of Brightwater, was bought by Veolia in 2023.',
    'Ines Duarte left Aqua in May.',
    'Brightwater recalled its sensors.',
    'The sensors of Brightwater were recalled.',
  ])('keep one that is told of the same: %s', (text) => {
    expect(ofEvents(text)).toEqual([`${text} [1]`]);
  });

  test('knows of whom an event is told by the words around a preposition alone', () => {
    const text = 'Brightwater grew, while on advice of Ofwat its rival Hydrosense was bought by Veolia.';
    const one = [{ ...page, id: 's1', url: 'https://news.test/', title: 'News', text }];
    const told = ['Brightwater was bought by Veolia.', 'Hydrosense was bought by Veolia.'];
    const draft = { ...EMPTY_DRAFT, riskFactors: told.map((claim) => fact(claim, 's1')) };
    expect(checkReport(draft, { subject, sources: one, now }).report.riskFactors).toEqual([`${told[1]} [1]`]);
  });

  test.each([
    'Leonie Hartmann is likely to be tired of leading, perhaps because of the board.',
    'Leonie could soon be worn out by travel.',
    'Staff say the software usually fails.',
    'The software often fails, customers reported.',
  ])('conclude nothing of a guest or of what others say that no source says: %s', (text) => {
    const stated = 'Leonie Hartmann leads operations.';
    expect(check({ riskFactors: [fact(`${stated} ${text}`, 's1', 's2')] }).report.riskFactors).toEqual([
      `${stated} [1][2]`,
    ]);
  });

  test.each([
    ['The company works in the Netherlands and in France.', 'The Dutch company works in the Netherlands.'],
    ['The company works in the Netherlands and in France.', 'The company works on the French market.'],
    ['The Spanish company finds leaks.', 'The company in Spain finds leaks.'],
  ])('may use the other word for a country: %s', (text, told) => {
    const one = [{ ...page, id: 's1', url: 'https://brightwater.test/', title: 'Brightwater', text }];
    const draft = { ...EMPTY_DRAFT, riskFactors: [fact(told, 's1')] };
    expect(checkReport(draft, { subject, sources: one, now }).report.riskFactors).toEqual([`${told} [1]`]);
  });

  test.each([
    ['A lawsuit against Brightwater was filed by Contoso in May.', 'Contoso sued Brightwater in May.'],
    ['Brightwater must pay a fine of the regulator Ofwat.', 'Ofwat fined Brightwater.'],
    ['Veolia is the parent of Hydrosense since May.', 'Veolia acquired Hydrosense in May.'],
    ['Hydrosense is a subsidiary of Veolia since May.', 'Veolia acquired Hydrosense in May.'],
    ['Meridian, the Berlin software group, acquired Quillstone in May.', 'Meridian acquired Quillstone in May.'],
    ['Hydrosense sold its pumps to Brightwater in May.', 'Brightwater bought the pumps of Hydrosense in May.'],
    ['Brightwater merged with Hydrosense in May.', 'Hydrosense and Brightwater merged in May.'],
  ])('keep a grave event that is told the other way round: %s', (text, told) => {
    const one = [{ ...page, id: 's1', url: 'https://news.test/', title: 'News', text }];
    const draft = { ...EMPTY_DRAFT, riskFactors: [fact(told, 's1')] };
    expect(checkReport(draft, { subject, sources: one, now }).report.riskFactors).toEqual([`${told} [1]`]);
  });

  test('put together the words of a long page, and are dropped where these stand in no one place', () => {
    const text =
      'Brightwater finds leaks for 90 cities. Contoso is a customer. It sells pipes. The plant was painted. It is red. In 2024 it rained.';
    const long = [{ ...page, id: 's1', url: 'https://brightwater.test/', title: '', text }];
    const statement = fact('Brightwater finds leaks for 90 cities and closed a Contoso plant in 2024.', 's1');
    const { report } = checkReport({ ...EMPTY_DRAFT, riskFactors: [statement] }, { subject, sources: long, now });
    expect(report.riskFactors).toEqual([]);
  });

  test.each([
    'Kim Park plays the cello since 1999.',
    'Kim plays the cello since 1999.',
    'She plays the cello since 1999.',
    'Ms Park plays the cello since 1999.',
  ])('never rest on the page of somebody of a guest’s name: %s', (text) => {
    const statement = fact(text, 's3');
    const { report } = check({
      summary: [statement],
      riskFactors: [statement],
      talkingPoints: [statement],
      guests: [{ id: 'g2', role: null, facts: [statement] }],
    });
    expect(JSON.stringify({ ...report, guests: report.guests.map(({ facts }) => facts) })).not.toMatch(/cello/i);
  });

  test('name a guest in short only where a source is about that guest', () => {
    const riskFactors = [fact('Kim finds leaks for 90 cities.', 's1'), fact('Leonie leads operations.', 's2')];
    expect(check({ riskFactors }).report.riskFactors).toEqual(['Leonie leads operations. [1]']);
  });

  test('may hold the address of a guest', () => {
    const text = 'Leonie Hartmann leads operations: leonie@brightwater.test.';
    expect(check({ riskFactors: [fact(text, 's2')] }).report.riskFactors).toEqual([`${text} [1]`]);
  });

  test.each([
    'Brightwater is finding leaks in 90 cities. Work of this size is a reason to talk now.',
    'Brightwater finds leaks for 90 cities, and our pumps could fit.',
  ])('are kept where they put their source in other words and conclude from it: %s', (text) => {
    expect(check({ riskFactors: [fact(text, 's1')] }).report.riskFactors).toEqual([`${text} [1]`]);
    expect(check({ summary: [fact(text, 's1')] }).report.summary).not.toBe(`${text} [1]`);
  });

  test('stand as facts where each sentence is one source’s, are marked among the facts where they put sources together, and conclude in the other parts alone', () => {
    const stated = fact('Brightwater finds leaks. Leonie Hartmann leads operations.', 's1', 's2');
    const combined = fact('Leonie Hartmann, in operations, now finds leaks for 90 cities of Brightwater.', 's1', 's2');
    const added = fact('Brightwater finds leaks for 90 cities. Work of this size is a reason to talk now.', 's1');
    const draft = [stated, combined, added];
    const { report } = check({
      summary: draft,
      keyInsights: draft.map((description) => ({
        title: 'Brightwater',
        description,
        importance: 'high',
        category: '',
      })),
      companies: [{ domain: 'brightwater.test', name: 'Brightwater', line: stated, news: [combined, added] }],
      guests: [{ id: 'g1', role: null, facts: [combined] }],
      riskFactors: draft,
      talkingPoints: draft,
    });
    const marks = (texts: string[]) => texts.map((text) => text.startsWith('Inferred: '));
    expect(report.summary.match(/Inferred: \w+/g)).toEqual(['Inferred: Leonie']);
    expect(report.summary).not.toContain('reason to talk');
    expect(report.talkingPoints.at(-1)).toContain('Work of this size is a reason to talk now.');
    expect(marks(report.keyInsights.map(({ description }) => description))).toEqual([false, true, false]);
    expect(marks(report.companies.flatMap(({ line, news }) => [line, ...news]))).toEqual([false, true, false]);
    // Of a guest only what the sources about that guest bear out.
    expect(report.guests[0]?.facts).toEqual([]);
    expect([...marks(report.riskFactors), ...marks(report.talkingPoints)]).not.toContain(true);
  });

  test('are kept where thousands are separated in another way', () => {
    const thousands = [{ ...page, id: 's1', url: 'https://a.test/', title: '', text: 'It covers 2,100 kilometres.' }];
    const draft = { ...EMPTY_DRAFT, riskFactors: [fact('It covers 2100 kilometres.', 's1')] };
    expect(checkReport(draft, { subject, sources: thousands, now }).report.riskFactors).toHaveLength(1);
  });

  test('lose citation marks of the model’s own', () => {
    expect(check({ summary: [fact('Brightwater finds leaks. [7]', 's1')] }).report.summary).toBe(
      'Brightwater finds leaks. [1]',
    );
    const marked = check({ summary: [fact('Leonie Hartmann leads operations [2].', 's1', 's2')] });
    expect(marked.report.summary).not.toContain('[2].');
  });

  test('take their heading down with them, and lose one that claims more', () => {
    const insight = { importance: 'high', category: 'News' } as const;
    const { report } = check({
      keyInsights: [
        { ...insight, title: 'Leaks', description: fact('Uncited.') },
        { ...insight, title: 'Serves 500 cities', description: fact('Brightwater finds leaks.', 's1') },
        { ...insight, title: 'Leaks', description: fact('Brightwater finds leaks.', 's1') },
      ],
    });
    const description = 'Brightwater finds leaks. [1]';
    expect(report.keyInsights).toEqual([
      { ...insight, title: 'Worth knowing', description },
      { ...insight, title: 'Leaks', description },
    ]);
  });
});

test('a title that has nothing to do with its statement is replaced, not believed', () => {
  const insight = { importance: 'high', category: 'News' } as const;
  const description = fact('Brightwater finds leaks.', 's1');
  const titles = ['The meeting was cancelled.', 'Leaks found'];
  const { report } = check({ keyInsights: titles.map((title) => ({ ...insight, title, description })) });
  expect(report.keyInsights.map(({ title }) => title)).toEqual(['Worth knowing', 'Leaks found']);
});

describe('what stands beside statements without a source of its own', () => {
  const reasoning = fact('Brightwater finds leaks.', 's1');
  const told = { reasoning, priority: 'high' } as const;
  const inventions = [
    'Brightwater is insolvent',
    'Leaks found, and Leonie Hartmann was arrested for fraud',
    'Leaks found by Contoso',
    'Brightwater does not find leaks',
    'Finds leaks for 500 cities',
  ];

  test.each(inventions)('may not invent: %s', (text) => {
    const { report } = check({
      keyInsights: [{ title: text, description: reasoning, importance: 'high', category: text }],
      recommendations: [
        { ...told, action: text, effort: 'low' },
        { ...told, action: 'Ask about leaks', effort: text },
      ],
      opportunities: [{ description: reasoning, category: text }],
      questions: [`Is it true: ${text}?`, 'Which leaks are found first?'],
    });
    expect(JSON.stringify(report)).not.toContain(text);
    expect(report.keyInsights).toMatchObject([{ title: 'Worth knowing', category: '' }]);
    expect(report.recommendations).toMatchObject([{ action: 'Ask about leaks', effort: '' }]);
    expect(report.opportunities).toMatchObject([{ category: '' }]);
    expect(report.questions).toEqual(['Which leaks are found first?']);
  });

  test('stays where it says what the sources tell, in a known word', () => {
    const { report } = check({
      keyInsights: [{ title: 'Leaks in 90 cities', description: reasoning, importance: 'high', category: 'growth' }],
      recommendations: [{ ...told, action: 'Ask Leonie Hartmann about operations', effort: 'Low' }],
      questions: ['Why did Brightwater choose 90 cities?'],
    });
    expect(report.keyInsights).toMatchObject([{ title: 'Leaks in 90 cities', category: 'Growth' }]);
    // The reason has to cite the page about the person who is named.
    expect(report.recommendations).toEqual([]);
    expect(report.questions).toEqual(['Why did Brightwater choose 90 cities?']);
    const reason = fact('Leonie Hartmann leads operations.', 's2');
    const cited = check({
      recommendations: [{ ...told, reasoning: reason, action: 'Ask Leonie Hartmann about operations', effort: 'Low' }],
    });
    expect(cited.report.recommendations).toMatchObject([{ effort: 'low' }]);
  });
});

describe('guests and companies of a report', () => {
  test('a guest keeps what rests on sources about that guest alone', () => {
    const { report } = check({
      guests: [
        { id: 'g1', role: fact('Leads operations', 's2'), facts: [fact('Leaks are found.', 's1')] },
        { id: 'g2', role: fact('Cellist', 's3'), facts: [fact('Plays the cello.', 's3')] },
      ],
    });
    expect(report.guests).toEqual([
      {
        email: 'leonie@brightwater.test',
        name: 'Leonie Hartmann',
        role: 'Leads operations [1]',
        facts: [],
        identity: 'confirmed',
        candidates: [],
      },
      {
        email: 'kim.park@brightwater.test',
        name: 'Kim Park',
        role: null,
        facts: [],
        identity: 'unknown',
        candidates: [],
      },
    ]);
    expect(report.notFound).toContain('Nothing was found that is certainly about Kim Park.');
  });

  test('a company rests on sources that speak of it', () => {
    const company = { domain: 'brightwater.test', name: 'Brightwater' };
    const good = check({
      companies: [{ ...company, line: fact('It finds leaks.', 's1'), news: [fact('Music.', 's3')] }],
    });
    expect(good.report.companies).toEqual([{ ...company, line: 'It finds leaks. [1]', news: [] }]);
    const bad = check({ companies: [{ ...company, line: fact('It makes music.', 's3'), news: [] }] });
    expect(bad.report.companies).toEqual([]);
    expect(bad.report.notFound[0]).toMatch(/brightwater\.test/);
  });

  test('a company nobody asked about is left out, and a name no source uses is replaced by the domain', () => {
    const line = fact('It finds leaks.', 's1');
    const { report } = check({
      companies: [
        { domain: 'other.test', name: 'Other', line, news: [] },
        { domain: 'brightwater.test', name: 'Evil Corp', line, news: [] },
      ],
    });
    expect(report.companies).toEqual([
      expect.objectContaining({ domain: 'brightwater.test', name: 'brightwater.test' }),
    ]);
  });

  test('questions bring no facts, links or statements of their own, and each is asked once', () => {
    const questions = [
      'What is next?',
      'What is next?',
      'Send the money to 4711?',
      'Look at https://evil.test ok?',
      'A statement.',
    ];
    expect(check({ questions }).report.questions).toEqual(['What is next?']);
  });
});

describe('the scores of a report', () => {
  test('are nothing when nothing held up', () => {
    expect(check({ summary: [fact('Uncited.')] })).toMatchObject({ qualityScore: 0, confidence: 0 });
  });

  test('fall when statements are dropped and rise with what is known of the guests', () => {
    const good = fact('Brightwater finds leaks.', 's1');
    const guests = [{ id: 'g1', role: fact('Leads operations', 's2'), facts: [] }];
    const full = check({ summary: [good], guests });
    const careless = check({ summary: [good, fact('Uncited.'), fact('Uncited too.')], guests });
    const without = check({ summary: [good] });
    expect(careless.qualityScore).toBeLessThan(full.qualityScore);
    expect(careless.confidence).toBeLessThan(full.confidence);
    expect(without.qualityScore).toBeLessThan(full.qualityScore);
    expect(full.qualityScore).toBeLessThanOrEqual(100);
  });
});

test('a draft of another shape is refused', () => {
  expect(() => checkReport({ summary: 'text' }, { subject, sources, now })).toThrow(ModelOutputError);
});

test.each([
  ['one long word', 'A'.repeat(300_000)],
  ['one long sentence', 'Abc: '.repeat(60_000)],
])('a page that is %s is read in the time that any other of its length takes', (_, text) => {
  const long = [
    { ...page, id: 's1', url: 'https://brightwater.test/', title: '', text: `${sources[0]?.text} ${text}` },
  ];
  const riskFactors = [
    fact('Contoso watches leaks at Brightwater.', 's1'),
    fact('Brightwater finds leaks for 90 cities.', 's1'),
  ];
  const startedAt = performance.now();
  checkReport({ ...EMPTY_DRAFT, riskFactors }, { subject, sources: long, now });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

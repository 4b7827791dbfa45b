import { describe, expect, test } from 'vitest';
import { researchReport } from '#contract/research.ts';
import { RequestRejectedError, VendorUnavailableError } from '#providers/errors.ts';
import { type Gathered, ModelOutputError } from '#providers/research/provider.ts';
import { noDossiers } from '#tests/support/dossiers.ts';
import {
  createScriptedModel,
  gatheredFrom,
  type JudgedStatement,
  NOTHING_GATHERED,
  type ScriptedModel,
} from '#tests/support/research-models.ts';
import { type Draft, EMPTY_DRAFT } from '#workers/research/draft.ts';
import type { Fault } from '#workers/research/fault.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import type { ResearchableMeeting } from '#workers/research/subject.ts';

const DAY_MS = 86_400_000;

function meetingWith(addresses: string[], externalDomains: string[]): ResearchableMeeting {
  return {
    title: 'Intro call',
    description: 'Agree on terms for the next year.',
    start: new Date(),
    companyDomain: 'harborline.test',
    externalDomains,
    participants: addresses.map((email) => ({
      email,
      name: null,
      responseStatus: 'accepted' as const,
      isExternal: true,
      isSelf: false,
    })),
  };
}
const research = (model: ScriptedModel, meeting: ResearchableMeeting, isLastAttempt = false) =>
  researchMeeting(
    { model, dossiers: noDossiers },
    meeting,
    new Date(0),
    new AbortController().signal,
    () => isLastAttempt,
  );
const gather = (addresses: string[], domains: string[], gathered: Gathered = NOTHING_GATHERED) =>
  research(createScriptedModel({ gathered }), meetingWith(addresses, domains));

describe('subjects without reliable public information', () => {
  test('lead to a report that says so, without a draft', async () => {
    const model = createScriptedModel();
    const addresses = ['g0@corp0.example', 'ada.stone@corp1.example'];
    const result = await research(model, meetingWith(addresses, ['corp0.example', 'corp1.example']));
    expect(researchReport.parse(result.report)).toMatchObject({
      summary: 'Nothing public was found about the guests or their companies.',
      companies: [],
      keyInsights: [],
      sources: [],
      notFound: [
        'No reliable public information was found about corp0.example.',
        'No reliable public information was found about corp1.example.',
        'Nothing could be confirmed about g0@corp0.example.',
        'Nothing could be confirmed about Ada Stone.',
      ],
    });
    expect(result).toMatchObject({
      qualityScore: 0,
      confidence: 0,
      usage: NOTHING_GATHERED.usage,
      quotesBecause: null,
    });
    expect(model.writes).toEqual([]);
  });

  test('case 35: with a free-mail address are reported without mentioning a company', async () => {
    const { report } = await gather(['joe.bloggs@gmail.com'], []);
    expect(report.summary).toBe('Nothing public was found about the guest.');
    expect(report.notFound).toEqual(['Nothing could be confirmed about Joe Bloggs.']);
  });

  test('with a free-mail address stay unknown even if a page matches the name', async () => {
    const url = 'https://joe.example/';
    const quotes = ['Joe Bloggs sells boats.'];
    const gathered = gatheredFrom([{ url, title: 'Boats', text: quotes.join(), about: 'g1', quotes }]);
    const { report } = await gather(['joe.bloggs@gmail.com'], [], gathered);
    expect(report.sources).toEqual([]);
    expect(report.guests[0]?.candidates).toEqual([{ title: 'Boats', url, excerpt: quotes[0] }]);
  });
});

const home = {
  url: 'https://corp0.example/',
  title: 'Corp0 | Pumps',
  text: 'Corp0 sells pumps to cities. It has 300 people. Ada Stone is its COO.',
  about: 'corp0.example',
  quotes: ['Corp0 sells pumps to cities.', 'It has 300 people.'],
  age: new Date(Date.now() - 20 * DAY_MS).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
};
const profile = { ...home, about: 'g1', quotes: ['Ada Stone is its COO.'] };
const press = {
  url: 'https://press.example/ada',
  title: 'People',
  text: 'Ada Stone won a race.',
  about: 'g1',
  quotes: ['Ada Stone won a race.'],
};
/** The invitation is f1 and f2, the reader's company f3, then come the pages. */
const [PUMPS, PEOPLE, COO, RACE] = ['f4', 'f5', 'f6', 'f7'];
const fact = (text: string, ...findings: (string | undefined)[]) => ({ text, findings: findings.map(String) });
const draft: Draft = {
  ...EMPTY_DRAFT,
  summary: [fact('Corp0 sells pumps and wants terms for the next year.', 'f2', PUMPS)],
  guests: [{ id: 'g1', role: fact('COO of Corp0.', COO), facts: [fact('Won a race.', RACE)] }],
  companies: [{ domain: 'corp0.example', name: 'Corp0', line: fact('Sells pumps to cities.', PUMPS), news: [] }],
  talkingPoints: [{ point: fact('Their size.', PEOPLE), why: fact('It decides how much they buy.', PEOPLE, PUMPS) }],
  questions: [fact('Who signs?', 'f2')],
  keyInsights: [
    { title: 'Size', description: fact('It has 300 people.', PEOPLE), importance: 'high', category: 'company' },
  ],
  recommendations: [
    { action: 'Bring a price.', reasoning: fact('They buy soon.', PUMPS), priority: 'low', effort: 'none' },
  ],
};
const meeting = meetingWith(['ada.stone@corp0.example'], ['corp0.example']);
const gathered = gatheredFrom([home, profile, press]);

describe('subjects for which the model declines', () => {
  const both = meetingWith(['ada.stone@corp0.example', 'bo.reed@corp1.example'], ['corp0.example', 'corp1.example']);
  const decliningAbout = (text: string) => {
    const model = createScriptedModel({ gathered, draft });
    const asked: string[] = [];
    const gather: ScriptedModel['gather'] = async (request, signal) => {
      asked.push(request.prompt);
      if (request.prompt.includes(text)) throw new ModelOutputError('refused');
      return await model.gather(request, signal);
    };
    return { model: { ...model, gather }, asked };
  };

  test('do not affect the others, and the report says that results are missing', async () => {
    const { model, asked } = decliningAbout('corp1.example');
    const { report } = await research(model, both);
    expect(report.companies.map(({ name }) => name)).toContain('Corp0');
    expect(report.guests[0]?.role).toBe('COO of Corp0. [1]');
    expect(report.notFound.join(' ')).toContain('corp1.example');
    expect(report.scoreReasons.join(' ')).toContain('search');
    expect(asked).toHaveLength(7);
  });

  test('fail the research if there are no others', async () => {
    const { model, asked } = decliningAbout('example');
    await expect(research(model, both)).rejects.toMatchObject({ code: 'refused' });
    expect(asked).toHaveLength(7);
  });
});

describe('a report', () => {
  test('contains verified sentences with citations, and sources in order of citation', async () => {
    const model = createScriptedModel({ gathered, draft });
    const { report, rawResponse, usage } = await research(model, meeting);
    expect(report).toMatchObject({
      summary: 'Corp0 sells pumps and wants terms for the next year. [1]',
      guests: [{ role: 'COO of Corp0. [1]', facts: ['Won a race. [2]'], identity: 'confirmed', candidates: [] }],
      companies: [{ domain: 'corp0.example', name: 'Corp0', line: 'Sells pumps to cities. [1]', news: [] }],
      talkingPoints: ['Their size. [1] It decides how much they buy. [1]'],
      questions: ['Who signs?'],
      keyInsights: [{ title: 'Size', description: 'It has 300 people. [1]', category: 'Company' }],
      recommendations: [{ action: 'Bring a price.', reasoning: 'They buy soon. [1]', effort: '' }],
      sources: [
        { title: home.title, url: home.url },
        { title: press.title, url: press.url },
      ],
    });
    expect(JSON.parse(rawResponse)).toEqual(report);
    expect(usage.inputTokens).toBe(1_100);
    expect(report.scoreReasons).toContain('No news about Corp0 was found.');
  });

  test('attack 59: marks a summary sentence as shareable only if it uses neither the profile nor past meetings', async () => {
    const own = {
      name: 'Robin',
      jobTitle: null,
      offering: 'Valves for pumps.',
      meetingGoal: null,
      goal: 'Sell 900 valves.',
    };
    // The invitation is f1 and f2, the reader f3 to f6, the last meeting f7, then come the pages.
    const summary = [
      fact('Corp0 sells pumps and wants terms for the next year.', 'f2', 'f8'),
      fact('Corp0 sells pumps, which take valves.', 'f5', 'f8'),
      fact('Corp0 had asked for a discount.', 'f7', 'f8'),
    ];
    const history = [{ date: '2026-10-01', text: 'They asked for a discount.' }];
    const model = createScriptedModel({ gathered, draft: { ...EMPTY_DRAFT, summary } });
    const { report } = await research(model, { ...meeting, reader: own, history });
    expect(report.summary).toContain('valves');
    expect(report.summary).toContain('discount');
    expect(report.shareable).toEqual(['Corp0 sells pumps and wants terms for the next year. [1]']);
  });

  test('puts points with a reason first and cites the point before an uncited reason', async () => {
    const talkingPoints = [
      { point: fact('Mention the race.', RACE), why: null },
      { point: fact('Their size.', PEOPLE), why: fact('You want to grow.', 'f3') },
    ];
    const model = createScriptedModel({ gathered, draft: { ...draft, talkingPoints } });
    const { report } = await research(model, meeting);
    expect(report.talkingPoints).toEqual(['Their size. [1] You want to grow.', 'Mention the race. [2]']);
  });

  test('attack 56: is researched without a guest who objected, but with the company and other guests', async () => {
    const page = {
      url: 'https://corp1.example/',
      title: 'Corp',
      text: 'Corp sells pumps. Ada Stone runs the sales of Corp. It employs 40 people.',
      about: 'corp1.example',
      quotes: ['Corp sells pumps.', 'Ada Stone runs the sales of Corp.'],
    };
    const summary = [fact('Corp sells pumps.', 'f4')];
    const model = createScriptedModel({ gathered: gatheredFrom([page]), draft: { ...EMPTY_DRAFT, summary } });
    const meeting = {
      ...meetingWith(['ada.stone@corp1.example', 'bo.reed@corp1.example'], ['corp1.example']),
      objections: { addresses: new Set(['ada.stone@corp1.example']), domains: new Set<string>() },
    };
    const { report } = await research(model, meeting);
    expect(model.gathers.map(({ prompt }) => prompt).join()).toMatch(/bo\.reed/);
    expect(model.writes[0]?.prompt).toContain('Corp sells pumps.');
    for (const { prompt } of [...model.gathers, ...model.writes]) expect(prompt).not.toMatch(/ada/i);
    expect(report.summary).toBe('Corp sells pumps. [1]');
  });

  test.each([
    ['Ada Stone-Ruiz', 'a.s@corp1.example'],
    ['Ada', 'a.s@corp1.example'],
    [null, 'ada@corp1.example'],
  ])('attack 56: is written without quotes that partly match an objector’s name: %s, %s', async (name, email) => {
    const quotes = ['Corp sells pumps.', 'Ada Stone runs the sales of Corp.'];
    const page = {
      url: 'https://corp1.example/',
      title: 'Corp',
      text: quotes.join(' '),
      about: 'corp1.example',
      quotes,
    };
    const model = createScriptedModel({ gathered: gatheredFrom([page]) });
    const meeting = meetingWith([email], ['corp1.example']);
    const participants = meeting.participants.map((guest) => ({ ...guest, name }));
    const objections = { addresses: new Set([email]), domains: new Set<string>() };
    await research(model, { ...meeting, participants, objections }).catch(() => {});
    expect(model.writes[0]?.prompt).toContain('Corp sells pumps.');
    expect(model.writes[0]?.prompt).not.toContain('Stone');
  });

  test('sorts citations within a sentence in ascending order', async () => {
    const summary = [fact('Ada Stone won a race.', RACE)];
    const riskFactors = [fact('Winners raise their price.', PEOPLE, RACE)];
    const model = createScriptedModel({ gathered, draft: { ...draft, summary, riskFactors } });
    const { report } = await research(model, meeting);
    expect(report.riskFactors).toEqual(['Winners raise their price. [1][2]']);
  });

  test('drops what the judge rejects, and replaces a rejected title with the category', async () => {
    const dropped = ['Size', 'COO of Corp0.', 'Their size.', 'Bring a price.', 'Who signs?'];
    const verdict = ({ text }: { text: string }) => (dropped.includes(text) ? { verdict: 'not_stated' } : {});
    const { report, rawResponse } = await research(createScriptedModel({ gathered, draft, verdict }), meeting);
    expect(report).toMatchObject({ talkingPoints: [], questions: [], recommendations: [] });
    expect(report.guests[0]).toMatchObject({ role: null, facts: ['Won a race. [2]'] });
    expect(report.keyInsights[0]?.title).toBe('Company');
    for (const text of dropped.slice(1)) expect(rawResponse).not.toContain(text);
  });

  test('drops statements that may be about a namesake but keeps the company', async () => {
    const verdict = ({ about }: JudgedStatement) => (about === 'g1' ? { person: 'unsure' } : {});
    const model = createScriptedModel({
      gathered: gatheredFrom([{ ...home, text: home.quotes.join(' ') }, press]),
      draft,
      verdict,
    });
    const { report } = await research(model, meeting);
    expect(report.guests[0]).toMatchObject({ role: null, facts: [], identity: 'unknown' });
    expect(report.guests[0]?.candidates.map(({ url }) => url)).toEqual([press.url]);
    expect(report.companies).toHaveLength(1);
  });

  test('keeps uncertain statements on a guest whom the user identified, but none about someone else', async () => {
    const email = 'ada.stone@gmail.com';
    const answers = [{ email, chosenUrl: press.url, rejectedUrls: [] }];
    const chosen = { ...press, about: 'p1' };
    const won = { ...EMPTY_DRAFT, guests: [{ id: 'g1', role: null, facts: [fact('Won a race.', 'f4')] }] };
    const model = createScriptedModel({
      gathered: gatheredFrom([chosen]),
      draft: won,
      verdict: () => ({ person: 'unsure' }),
    });
    const { report } = await research(model, { ...meetingWith([email], []), answers });
    expect(report.guests[0]).toMatchObject({ facts: ['Won a race. [1]'], identity: 'confirmed' });
    const other = createScriptedModel({
      gathered: gatheredFrom([chosen]),
      draft: won,
      verdict: () => ({ person: 'other' }),
    });
    await expect(research(other, { ...meetingWith([email], []), answers })).rejects.toMatchObject({
      code: 'nothing_usable',
    });
  });

  test('does not list a company as not found if the quick take covers it', async () => {
    const told = { ...EMPTY_DRAFT, summary: [fact('Corp0 has 300 people.', PEOPLE)] };
    const { report } = await research(createScriptedModel({ gathered, draft: told }), meeting);
    expect(report.summary).toContain('300');
    expect(report.notFound.join()).not.toContain('about Corp');
  });

  test('states a fact once', async () => {
    const [insight] = draft.keyInsights;
    const description = fact('Corp0 sells pumps to cities.', PUMPS);
    const again = { ...draft, keyInsights: insight ? [{ ...insight, description }] : [] };
    const model = createScriptedModel({ gathered, draft: again });
    expect((await research(model, meeting)).report.keyInsights).toEqual([]);
  });

  test('leads with news if it has no quick take, and omits uncited pages', async () => {
    const stories = ['Lyon', 'Ghent', 'Turin', 'Bonn', 'Graz'].map((place) => ({
      ...home,
      url: `https://corp0.example/${place.toLowerCase()}`,
      text: `Corp0 opened in ${place}.`,
      quotes: [`Corp0 opened in ${place}.`],
    }));
    const news = stories.map(({ text }, index) => fact(text, `f${index + 4}`));
    const model = createScriptedModel({
      gathered: gatheredFrom(stories),
      draft: { ...EMPTY_DRAFT, companies: [{ domain: 'corp0.example', name: 'Corp0', line: null, news }] },
    });
    const { report } = await research(model, meeting);
    expect(report.summary).toBe('Corp0 opened in Lyon. [1]');
    const shown = ['Corp0 opened in Ghent. [2]', 'Corp0 opened in Turin. [3]', 'Corp0 opened in Bonn. [4]'];
    expect(report.companies[0]?.news).toEqual(shown);
    expect(report.sources.map(({ url }) => url)).toEqual(stories.slice(0, 4).map(({ url }) => url));
  });

  test('does not confirm a guest without verified statements', async () => {
    const verdict = ({ about }: JudgedStatement) => (about === 'g1' ? { person: 'other' } : {});
    const { report } = await research(createScriptedModel({ gathered, draft, verdict }), meeting);
    expect(report.guests[0]).toMatchObject({ role: null, facts: [], identity: 'unknown' });
    expect(report.guests[0]?.candidates.map(({ url }) => url)).toContain(home.url);
  });

  test('is never empty: research without verified statements fails and is retryable', async () => {
    const refuted = createScriptedModel({ gathered, draft, verdict: () => ({ verdict: 'contradicted' }) });
    for (const model of [createScriptedModel({ gathered }), refuted]) {
      await expect(research(model, meeting)).rejects.toMatchObject({ code: 'nothing_usable', isRetryable: true });
    }
  });

  test('is not built from a malformed draft', async () => {
    const model = createScriptedModel({ gathered, draft: () => ({ summary: 'Corp0' }) });
    await expect(research(model, meeting)).rejects.toMatchObject({ code: 'malformed_output' });
  });
});

const down = new VendorUnavailableError(new Error('down'));
const QUOTED = [
  {
    domain: 'corp0.example',
    name: expect.any(String),
    line: '“Corp0 sells pumps to cities.” [1]',
    news: ['“It has 300 people.” [1]'],
  },
];

describe('a writer that fails', () => {
  const failing = (error: Error, verdict?: (statement: JudgedStatement) => object) => {
    const fail = () => {
      throw error;
    };
    return createScriptedModel({ gathered, draft: fail, ...(verdict && { verdict }) });
  };

  test.each([down, new ModelOutputError('malformed_output')])(
    'is retried while attempts remain: $code',
    async (error) => {
      await expect(research(failing(error), meeting)).rejects.toBe(error);
    },
  );

  test.each([
    [new ModelOutputError('refused'), false],
    [new ModelOutputError('malformed_output'), true],
    [down, true],
  ])('leads to marked quotes from the company’s own site: $code', async (error, isLast) => {
    const { report, qualityScore, quotesBecause } = await research(failing(error), meeting, isLast);
    expect(quotesBecause).toBe(error.code);
    expect(report).toMatchObject({ companies: QUOTED, talkingPoints: [], questions: [] });
    expect(qualityScore).toBeLessThanOrEqual(30);
    expect(report.scoreReasons.join()).toContain('could not be written');
  });

  test('leads only to quotes that the judge keeps', async () => {
    const verdict = ({ text }: JudgedStatement) => (text.includes('300') ? { verdict: 'contradicted' } : {});
    const { report } = await research(failing(new ModelOutputError('refused'), verdict), meeting);
    expect(report.companies).toMatchObject([{ line: '“Corp0 sells pumps to cities.” [1]', news: [] }]);
  });

  test.each([new RequestRejectedError('model_request_rejected'), new ModelOutputError('cost_cap_reached')])(
    'fails the research if an operator must act: $code',
    async (error) => {
      await expect(research(failing(error), meeting, true)).rejects.toBe(error);
    },
  );

  test('because no sentence is supported leads to quotes in the last attempt', async () => {
    const verdict = ({ text }: JudgedStatement) => (text.startsWith('“') ? {} : { verdict: 'contradicted' });
    const { report, quotesBecause } = await research(createScriptedModel({ gathered, draft, verdict }), meeting, true);
    expect(quotesBecause).toBe('nothing_usable');
    expect(report.companies).toEqual(QUOTED);
  });
});

describe('the language of a report', () => {
  const german = { ...meeting, language: 'de' as const };

  test('is the requested language if the report has written statements', async () => {
    expect((await research(createScriptedModel({ gathered, draft }), german)).report.language).toBe('de');
  });

  test('is not stated if the report has only remarks or quotes', async () => {
    expect((await research(createScriptedModel(), german)).report.language).toBeUndefined();
    const fail = () => {
      throw new ModelOutputError('refused');
    };
    const { report } = await research(createScriptedModel({ gathered, draft: fail }), german);
    expect(report.companies).toMatchObject([{ line: '„Corp0 sells pumps to cities.“ [1]' }]);
    expect(report.language).toBeUndefined();
  });
});

describe('a judge that fails', () => {
  const failing = (error: Error) => createScriptedModel({ gathered, draft, verdict: () => error });

  test('is retried while attempts remain', async () => {
    await expect(research(failing(down), meeting)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test.each([
    ['in the last attempt', down, true],
    ['permanently', new ModelOutputError('refused'), false],
    ['because of a rejected schema', new RequestRejectedError('model_request_rejected'), false],
  ])('%s leads to marked quotes from the company’s own site, with low scores', async (_when, error, isLast) => {
    const { report, qualityScore, confidence, quotesBecause } = await research(failing(error), meeting, isLast);
    expect(quotesBecause).toBe(error.code);
    expect(report.companies).toEqual(QUOTED);
    expect(report).toMatchObject({ talkingPoints: [], questions: [], sources: [{ url: home.url }] });
    expect(report.guests[0]).toMatchObject({ role: null, facts: [] });
    expect(Math.max(qualityScore, confidence)).toBeLessThanOrEqual(30);
    expect(report.scoreReasons.join()).toContain('could not be checked');
  });

  test('with truncated answers is retried', async () => {
    await expect(research(failing(new ModelOutputError('truncated')), meeting)).rejects.toMatchObject({
      code: 'truncated',
    });
  });

  test.each(['refused', 'truncated'] as const)(
    'for some statements (%s) drops only those, without falling back to quotes',
    async (code) => {
      const facts = Array.from({ length: 45 }, (_, index) => fact(`It has shop ${index} in town ${index}.`, PEOPLE));
      const many = { ...draft, guests: [{ id: 'g1', role: null, facts }] };
      const verdict = ({ text }: JudgedStatement) => (text === 'Their size.' ? new ModelOutputError(code) : {});
      const faults: Fault[] = [];
      const { report, quotesBecause } = await researchMeeting(
        {
          model: createScriptedModel({ gathered, draft: many, verdict }),
          dossiers: noDossiers,
          onFault: (fault) => faults.push(fault),
        },
        meeting,
        new Date(0),
        new AbortController().signal,
      );
      expect(quotesBecause).toBeNull();
      expect(report).toMatchObject({ talkingPoints: [], companies: [{ line: expect.stringContaining('pumps') }] });
      expect(faults).toContainEqual({ step: 'judge', code, id: expect.any(String) });
    },
  );

  test('because the cost cap was reached fails the research', async () => {
    const broke = research(failing(new ModelOutputError('cost_cap_reached')), meeting, true);
    await expect(broke).rejects.toMatchObject({ code: 'cost_cap_reached' });
  });
});

describe('a failed search', () => {
  const incomplete = /The web search returned only some of its results/;
  const search = (change: Partial<Gathered>, isLastAttempt = false) =>
    research(createScriptedModel({ gathered: { ...gathered, ...change }, draft }), meeting, isLastAttempt);

  test('is retried, and its gaps reported in the last attempt', async () => {
    const again = search({ search: 'broken' });
    await expect(again).rejects.toMatchObject({ code: 'search_unavailable', isRetryable: true });
    const last = await search({ search: 'broken' }, true);
    expect(last.report.summary).toContain('sells pumps');
    expect(last.report.notFound.join()).toMatch(incomplete);
    expect((await search({}, true)).report.notFound.join()).not.toMatch(incomplete);
    // A page requested by URL needs no search.
    expect((await search({ search: 'unused' })).report.notFound.join()).not.toMatch(incomplete);
    const nothing = search({ search: 'broken', pages: [], passages: [] }, true);
    await expect(nothing).rejects.toMatchObject({ code: 'search_unavailable' });
  });

  test('keeps the paid results of a truncated answer, if any, instead of retrying', async () => {
    const cutOff = new ModelOutputError('truncated');
    expect((await search({ cutOff })).report.notFound.join()).toMatch(incomplete);
    await expect(search({ cutOff, passages: [] })).rejects.toBe(cutOff);
  });
});

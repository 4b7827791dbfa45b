import { describe, expect, test } from 'vitest';
import { researchReport } from '#contract/research.ts';
import type { Gathered, ResearchModel } from '#providers/research/provider.ts';
import { noDossiers } from '#tests/support/dossiers.ts';
import { EMPTY_DRAFT, type ReportDraft } from '#workers/research/report-draft.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';

const empty: Gathered = {
  pages: [],
  passages: [{ text: 'I could not find public information.', citations: [] }],
  search: 'sound',
  raw: 'I could not find public information.',
  usage: { inputTokens: 900, outputTokens: 80, searches: 2 },
};

/** One guest each; the model is allowed no second call. */
async function research(addresses: string[], externalDomains: string[], gathered: Gathered = empty) {
  const model: ResearchModel = {
    gather: () => Promise.resolve(gathered),
    synthesise: () => Promise.reject(new Error('There is nothing to write a report from.')),
  };
  const meeting = meetingWith(addresses, externalDomains);
  return await researchMeeting({ model, dossiers: noDossiers }, meeting, new Date(0), AbortSignal.timeout(1_000));
}

function meetingWith(addresses: string[], externalDomains: string[]) {
  return {
    title: 'Intro call',
    description: null,
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

test('guests whom the web does not know are a report that says so', async () => {
  const result = await research(['g0@corp0.example', 'ada.stone@corp1.example'], ['corp0.example', 'corp1.example']);
  expect(researchReport.parse(result.report)).toMatchObject({
    summary: 'Nothing public was found about the guests or their companies.',
    companies: [],
    keyInsights: [],
    sources: [],
    notFound: [
      'No public information that can be relied on was found about corp0.example.',
      'No public information that can be relied on was found about corp1.example.',
      'Nothing was found that is certainly about g0@corp0.example.',
      'Nothing was found that is certainly about Ada Stone.',
    ],
  });
  expect(result).toMatchObject({ qualityScore: 0, confidence: 0, rawResponse: empty.raw, usage: empty.usage });
});

test('case 35: a guest behind a free-mail address has no company that could be missing', async () => {
  const { report } = await research(['joe.bloggs@gmail.com'], []);
  expect(report.summary).toBe('Nothing public was found about the guest.');
  expect(report.notFound).toEqual(['Nothing was found that is certainly about Joe Bloggs.']);
});

test('pages that were found and bear nothing out are no finding', async () => {
  const page = { url: 'https://joe.example/', title: 'Another Joe', requestedUrl: null, text: '', age: null };
  const { report } = await research(['joe.bloggs@gmail.com'], [], { ...empty, pages: [page] });
  expect(report.sources).toEqual([]);
});

test('a search that did not work is tried again', async () => {
  const broken = research(['joe.bloggs@gmail.com'], [], { ...empty, search: 'broken' });
  await expect(broken).rejects.toMatchObject({ code: 'search_unavailable', isRetryable: true });
});

describe('pages that were read', () => {
  const page = (url: string, text: string) => ({ url, title: 'Page', requestedUrl: null, text, age: null });
  const home = page('https://corp0.example/', 'Corp0 sells pumps to cities.');
  const cellist = page('https://cello.example/', 'Ada Stone plays the cello.');
  const draft: ReportDraft = { ...EMPTY_DRAFT, summary: [{ text: 'Corp0 sells pumps to cities.', sources: ['s1'] }] };

  const sound: Gathered['search'] = 'sound';

  async function write(output: ReportDraft, { search = sound, isLastAttempt = false, pages = [home] } = {}) {
    const prompts: string[] = [];
    const model: ResearchModel = {
      gather: () => Promise.resolve({ ...empty, pages, search }),
      synthesise: ({ prompt }) => {
        prompts.push(prompt);
        return Promise.resolve({ output, raw: JSON.stringify(output), usage: empty.usage });
      },
    };
    const meeting = meetingWith(['ada.stone@corp0.example'], ['corp0.example']);
    const tools = { model, dossiers: noDossiers };
    const signal = AbortSignal.timeout(1_000);
    const result = await researchMeeting(tools, meeting, new Date(0), signal, () => isLastAttempt);
    return { ...result, prompts };
  }

  test('of which nothing is said that holds up are a failure to be tried again, never an empty report', async () => {
    const dropped = { ...draft, summary: [{ text: 'It filed for insolvency yesterday.', sources: ['s1'] }] };
    for (const output of [{ ...draft, summary: [] }, dropped]) {
      await expect(write(output)).rejects.toMatchObject({ code: 'nothing_usable', isRetryable: true });
    }
  });

  test('about somebody else of the guest’s name do not reach the writer, and are what the user is asked about', async () => {
    const { report, prompts } = await write(draft, { pages: [home, cellist] });
    expect(prompts.join()).toContain('Corp0 sells pumps');
    expect(prompts.join()).not.toContain('cello');
    expect(report.guests[0]?.candidates.map(({ url }) => url)).toEqual([cellist.url]);
  });

  test('by a search that did not work are looked for again, and made do with in the last attempt, which the report says', async () => {
    const incomplete = /The web search did not fully answer/;
    const again = write(draft, { search: 'broken' });
    await expect(again).rejects.toMatchObject({ code: 'search_unavailable', isRetryable: true });
    const last = await write(draft, { search: 'broken', isLastAttempt: true });
    expect(last.report.summary).toContain('sells pumps');
    expect(last.report.notFound.join()).toMatch(incomplete);
    expect((await write(draft, { isLastAttempt: true })).report.notFound.join()).not.toMatch(incomplete);
    // A page that was asked for by its address needs no search.
    expect((await write(draft, { search: 'unused' })).report.notFound.join()).not.toMatch(incomplete);
    const nothing = write(draft, { search: 'broken', isLastAttempt: true, pages: [] });
    await expect(nothing).rejects.toMatchObject({ code: 'search_unavailable' });
  });
});

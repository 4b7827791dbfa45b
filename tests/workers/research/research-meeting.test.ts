import { expect, test } from 'vitest';
import { researchReport } from '#api/contract/research.ts';
import type { Gathered, ResearchModel } from '#providers/research/provider.ts';
import { noDossiers } from '#tests/support/dossiers.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';

const empty: Gathered = {
  pages: [],
  passages: [{ text: 'I could not find public information.', citations: [] }],
  isSearchSound: true,
  raw: 'I could not find public information.',
  usage: { inputTokens: 900, outputTokens: 80, searches: 2 },
};

/** One guest each; the model is allowed no second call. */
async function research(addresses: string[], externalDomains: string[], gathered: Gathered = empty) {
  const model: ResearchModel = {
    gather: () => Promise.resolve(gathered),
    synthesise: () => Promise.reject(new Error('There is nothing to write a report from.')),
  };
  const meeting = {
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
  return await researchMeeting({ model, dossiers: noDossiers }, meeting, new Date(0), AbortSignal.timeout(1_000));
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
  const broken = research(['joe.bloggs@gmail.com'], [], { ...empty, isSearchSound: false });
  await expect(broken).rejects.toMatchObject({ code: 'search_unavailable', isRetryable: true });
});

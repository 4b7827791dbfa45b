import { describe, expect, test } from 'vitest';
import { type Draft, EMPTY_DRAFT } from '#workers/research/draft.ts';
import type { Finding, FindingKind } from '#workers/research/finding.ts';
import { listStatements } from '#workers/research/write/list-statements.ts';

const finding = (id: string, kind: FindingKind, about: string | null = null): Finding => ({
  id,
  kind,
  about,
  quotes: [],
});
const findings = [
  finding('f1', 'invitation'),
  finding('f2', 'reader'),
  finding('f3', 'page', 'corp.test'),
  finding('f4', 'page', 'g1'),
];
const subject = { companies: ['corp.test'], guests: [{ id: 'g1' }] };
const fact = (text: string, ...ids: string[]) => ({ text, findings: ids });

function list(draft: Partial<Draft>) {
  const { statements, proposed } = listStatements({ ...EMPTY_DRAFT, ...draft }, findings, subject);
  return {
    statements,
    rows: statements.map(({ kind, text, about, findingIds }) => [kind, text, about, findingIds.join()]),
    proposed,
  };
}

describe('the statements of a draft', () => {
  test('take their kind and subject from their section and the findings they cite', () => {
    const { rows } = list({
      summary: [fact('Pumps.', 'f3'), fact('Terms are due.', 'f1', 'f3')],
      guests: [{ id: 'g1', role: fact('COO.', 'f4'), facts: [fact('Spoke.', 'f4')] }],
      companies: [{ domain: 'CORP.test', name: 'Corp', line: fact('Makes pumps.', 'f3'), news: [fact('Grew.', 'f3')] }],
      talkingPoints: [{ point: fact('Ask for terms.', 'f1', 'f3'), why: fact('You sell them.', 'f2', 'f3') }],
      questions: [fact('When?', 'f1')],
      keyInsights: [{ title: 'Growth', description: fact('It grew.', 'f3'), importance: 'high', category: 'Growth' }],
      recommendations: [{ action: 'Offer.', reasoning: fact('They buy.', 'f3'), priority: 'low', effort: 'low' }],
    });
    expect(rows).toEqual([
      ['fact', 'COO.', 'g1', 'f4'],
      ['fact', 'Makes pumps.', 'corp.test', 'f3'],
      ['fact', 'Pumps.', null, 'f3'],
      ['conclusion', 'Terms are due.', null, 'f1,f3'],
      ['fact', 'Spoke.', 'g1', 'f4'],
      ['fact', 'Grew.', 'corp.test', 'f3'],
      ['conclusion', 'Ask for terms.', null, 'f1,f3'],
      ['conclusion', 'You sell them.', null, 'f2,f3'],
      ['question', 'When?', null, 'f1'],
      ['fact', 'It grew.', null, 'f3'],
      ['title', 'Growth', null, 'f3'],
      ['action', 'Offer.', null, 'f3'],
      ['conclusion', 'They buy.', null, 'f3'],
    ]);
  });

  test('in a talking point must cite a page, except for its reason', () => {
    const talkingPoints = [
      { point: fact('Show it.', 'f3'), why: fact('You sell it.', 'f2') },
      { point: fact('Thank them.', 'f1'), why: fact('They asked you.', 'f1') },
      { point: fact('Name your terms.', 'f2'), why: fact('It grew.', 'f3') },
    ];
    expect(list({ talkingPoints }).rows.map(([, text]) => text)).toEqual(['Show it.', 'You sell it.']);
    expect(list({ talkingPoints }).statements.map(({ reasonFor }) => reasonFor)).toEqual([undefined, 't1']);
  });

  test('in a summary must cite a page, except for an opening based on the invitation', () => {
    const invited = [fact('They want terms.', 'f1'), fact('They want pumps.', 'f1'), fact('It grew.', 'f3')];
    expect(list({ summary: invited }).rows).toEqual([
      ['conclusion', 'They want terms.', null, 'f1'],
      ['fact', 'It grew.', null, 'f3'],
    ]);
    expect(list({ summary: [fact('You want terms.', 'f2')] }).rows).toEqual([]);
  });

  test('must cite a page, and facts keep only pages; unknown findings are left to the veto', () => {
    const { rows, proposed } = list({
      companies: [
        {
          domain: 'corp.test',
          name: 'Corp',
          line: fact('Makes pumps.', 'f3', 'f1'),
          news: [fact('From nowhere.'), fact('From the invitation.', 'f1'), fact('Made up.', 'f99')],
        },
      ],
      talkingPoints: [{ point: fact('Private.', 'f1', 'f2'), why: null }],
      riskFactors: [fact('Made up and true.', 'f3', 'f99')],
    });
    expect(rows).toEqual([
      ['fact', 'Makes pumps.', 'corp.test', 'f3'],
      ['conclusion', 'Made up and true.', null, 'f3,f99'],
    ]);
    expect(proposed).toBe(6);
  });

  test('about unknown subjects are dropped, and the model’s citation marks removed', () => {
    const { rows } = list({
      guests: [{ id: 'g7', role: fact('CEO.', 'f4'), facts: [] }],
      companies: [{ domain: 'other.test', name: 'Other', line: fact('Other.', 'f3'), news: [] }],
      summary: [fact('It grew. [1] [f3]', 'f3')],
    });
    expect(rows).toEqual([['fact', 'It grew.', null, 'f3']]);
  });
});

import { describe, expect, test } from 'vitest';
import { researchReport } from '#contract/research.ts';
import { withoutObjected } from '#db/redacted-research/without-objected.ts';
import { NO_OBJECTIONS } from '#domain/objection.ts';

const INES = 'ines@brightwater.test';
const guest = { role: 'Head of Trade [2]', identity: 'confirmed' as const, candidates: [] };
const report = researchReport.parse({
  summary: 'Brightwater opened a second port. [1] Inês Duarte leads it. [2] It grew by a third. [2]',
  shareable: ['Inês Duarte leads it. [2]', 'Brightwater opened a second port. [1]'],
  guests: [
    { ...guest, email: INES, name: 'Ines Duarte', facts: ['Joined in 2024. [3]'] },
    {
      ...guest,
      email: 'tom@northpeak.test',
      name: 'Tom Ray',
      role: 'Buyer [4]',
      facts: ['Met Ines Duarte in May. [4]'],
    },
  ],
  companies: [
    {
      domain: 'brightwater.test',
      name: 'Brightwater',
      line: 'Ships goods. [2]',
      news: ['Hired Ines Duarte. [1]', 'New port. [1]'],
    },
    { domain: 'northpeak.test', name: 'North Peak', line: 'Buys goods. [4]', news: [] },
  ],
  keyInsights: [{ title: 'Ines Duarte decides', description: 'She signs. [1]', importance: 'high', category: '' }],
  recommendations: [{ action: 'Ask for the port', reasoning: 'It is new. [1]', priority: 'high', effort: '' }],
  riskFactors: ['Her team is small. [3]'],
  opportunities: [{ description: 'The port needs tools. [1]', category: '' }],
  talkingPoints: ['The new port. [1]', 'Her talk in May. [3]', 'The keynote. [5]'],
  questions: ['How does Ines like it?'],
  sources: [1, 2, 3, 4, 5].map((number) => ({
    title: number === 5 ? 'Dr. Inês M. Duarte on trade' : `Page ${number}`,
    url: `https://page.test/${number}`,
  })),
  notFound: [
    'Nothing could be confirmed about Ines Duarte.',
    'No reliable public information was found about corp.test.',
  ],
  scoreReasons: ['Only Ines Duarte’s role was found.', 'Some sources are more than a year old.'],
});

describe('a report without people or companies that objected', () => {
  const left = withoutObjected(report, { addresses: new Set([INES]), domains: new Set() });

  test('attack 56: keeps only the guest’s name, address and objection', () => {
    expect(left.guests[0]).toEqual({
      email: INES,
      name: 'Ines Duarte',
      role: null,
      facts: [],
      identity: 'unknown',
      candidates: [],
      hasObjected: true,
    });
    const { guests: _, ...rest } = left;
    expect(JSON.stringify([rest, left.guests[1]])).not.toMatch(/In[eê]s|Joined|Her |She |keynote|page\.test\/[35]/);
  });

  test("keeps the company's part and statements citing other pages", () => {
    expect(left.summary).toBe('Brightwater opened a second port. [1]');
    expect(left.shareable).toEqual(['Brightwater opened a second port. [1]']);
    expect(left.companies[0]).toMatchObject({ line: 'Ships goods. [2]', news: ['New port. [1]'] });
    expect(left.recommendations).toHaveLength(1);
    expect(left.talkingPoints).toEqual(['The new port. [1]']);
    expect(left.guests[1]).toMatchObject({ role: 'Buyer [4]', facts: [] });
    expect(left.sources.map(({ url }) => url)).toEqual([
      'https://page.test/1',
      'https://page.test/2',
      '',
      'https://page.test/4',
      '',
    ]);
    expect(left.notFound).toEqual(['No reliable public information was found about corp.test.']);
  });

  test('is unchanged by a second pass or without objections', () => {
    expect(withoutObjected(left, { addresses: new Set([INES]), domains: new Set() })).toBe(left);
    expect(withoutObjected(report, NO_OBJECTIONS)).toBe(report);
  });

  test('attack 56: omits statements with part of the person’s name, or with a name known only from the address', () => {
    const objections = { addresses: new Set([INES]), domains: new Set<string>() };
    const told = (name: string | null, summary: string) => {
      const guests = report.guests.slice(0, 1).map((one) => ({ ...one, name, role: null, facts: [] }));
      return withoutObjected({ ...report, guests, summary }, objections).summary;
    };
    expect(told('Ines Duarte Lima', 'New port. [1] Inês Duarte leads it. [4]')).toBe('New port. [1]');
    expect(told(null, 'New port. [1] Ask Ines. [4]')).toBe('New port. [1]');
  });

  test('attack 56: omits an objecting company and marks its people as having objected', () => {
    const without = withoutObjected(report, { addresses: new Set(), domains: new Set(['brightwater.test']) });
    expect(without.companies.map(({ domain }) => domain)).toEqual(['northpeak.test']);
    expect(without.guests.map(({ hasObjected }) => hasObjected ?? false)).toEqual([true, false]);
    expect(without.summary).toBe('This part was about someone who asked not to be researched.');
    expect(without.notFound[0]).toBe('Brightwater asked not to be researched, so it and its people are left out.');
  });
});

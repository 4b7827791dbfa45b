import { describe, expect, test } from 'vitest';
import type { Citation, Gathered } from '#providers/research/provider.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import type { Fault } from '#workers/research/fault.ts';
import { type DossierSubject, dossierSubjects } from '#workers/research/gather/dossiers.ts';
import { readDossiers } from '#workers/research/gather/read-findings.ts';

const guest = { id: 'g1', email: 'ada.stone@corp.test', name: 'Ada Stone', companyDomain: 'corp.test' };
const subjects = dossierSubjects({ companies: ['corp.test'], guests: [guest] });
const readAt = new Date('2026-11-22T09:00:00.000Z');

const page = (url: string, text: string, change: Partial<Gathered['pages'][number]> = {}) => ({
  url,
  title: 'Corp | About',
  text,
  requestedUrl: url,
  foundBy: [],
  age: null,
  ...change,
});
const home = page(
  'https://corp.test/',
  '[![Logo](/logo.svg)](/) [Home](/) [Jobs](/jobs)\n\n# About us\n\nCorp makes pumps for cities. It has 300 people.\n\nAda Stone leads operations.\n\n© 2026 Corp Pumps GmbH',
);
const cites = (text: string, ...citations: Citation[]) => ({ text, citations });
const quote = (text: string, url = home.url, of: Citation['of'] = 'page') => ({ url, quote: text, of });

function read(passages: Gathered['passages'], pages = [home], about: readonly DossierSubject[] = subjects) {
  const faults: Fault[] = [];
  const dossiers = readDossiers({ pages, passages }, about, readAt, (fault) => faults.push(fault));
  const of = (key: string) => [...dossiers].find(([name]) => name.startsWith(key))?.[1];
  const texts = (key: string) => of(key)?.findings.map(({ quotes }) => quotes.map(({ text }) => text));
  return { company: texts('company'), person: texts('person'), of, faults };
}

describe('a finding', () => {
  test('belongs to the subject of the heading above it, even in an earlier block', () => {
    const { company, person } = read([
      cites('I will look.\n\n## corp.test\n'),
      cites('Corp makes pumps.', quote('Corp makes pumps for cities.')),
      cites(' '),
      cites('It has 300 people.', quote('It has 300 people.')),
      cites('## g1\nAda leads operations.', quote('Ada Stone leads operations.')),
    ]);
    expect(company).toEqual([['Corp makes pumps for cities.'], ['It has 300 people.']]);
    expect(person).toEqual([['Ada Stone leads operations.']]);
  });

  test('without a known heading belongs to the site’s owner, if any', () => {
    const press = page('https://press.test/', 'Corp was founded in 1990.');
    const passages = [
      cites('## someone\nPumps.', quote('Corp makes pumps for cities.')),
      cites('Founded.', quote('Corp was founded in 1990.', press.url)),
    ];
    expect(read(passages, [home, press])).toMatchObject({ company: [['Corp makes pumps for cities.']], person: [] });
  });

  test('contains the quote and its context, not the model’s words', () => {
    const { of } = read([cites('## corp.test\nINVENTED by the model', quote('It has 300 people.'))]);
    expect(JSON.stringify(of('company'))).not.toContain('INVENTED');
    expect(of('company')?.findings[0]?.quotes[0]).toMatchObject({
      text: 'It has 300 people.',
      url: home.url,
      before: expect.stringContaining('makes pumps'),
      heading: 'About us',
    });
  });

  test('is dropped and reported if its quote or page cannot be found', () => {
    const passages = [
      cites('## corp.test\nIt has 900 people.', quote('It has 900 people.')),
      cites('It is bankrupt.', quote('It is bankrupt.', 'https://nowhere.test/')),
    ];
    const { company, faults } = read(passages);
    expect(company).toEqual([]);
    expect(faults).toEqual(passages.map(() => ({ step: 'gather', code: 'quote_not_in_page', id: null })));
  });

  test('from a PDF or search result needs no page text, and takes the date of its page', () => {
    const pages = [
      page('https://corp.test/report.pdf', ''),
      page('https://press.test/', '', { requestedUrl: null, foundBy: ['corp'], age: '3 days ago' }),
    ];
    const { company, of } = read(
      [
        cites('## corp.test\nIt earned 3.', quote('Earnings: 3', 'https://corp.test/report.pdf', 'pdf')),
        cites('It grew.', quote('It grew.', 'https://press.test/', 'result')),
        cites('Not read.', quote('Not read.', 'https://press.test/', 'page')),
      ],
      pages,
    );
    expect(company).toEqual([['Earnings: 3'], ['It grew.']]);
    expect(of('company')?.findings[1]?.quotes[0]?.date).toBe('November 19, 2026');
  });

  test('is never cut in the middle of a character', () => {
    const emoji = '👩'.repeat(1_600);
    const long = page('https://corp.test/long', `# ${'a'.repeat(199)}👩\n\n[x](${emoji}) Corp makes pumps.\n`, {
      title: `${'a'.repeat(299)}👩`,
    });
    const quoted = [`${'b'.repeat(699)}👩`, 'Corp makes pumps.'].map((text) =>
      cites('## corp.test\nPumps.', quote(text, long.url, 'pdf')),
    );
    const { company, of } = read(quoted, [long]);
    expect(company).toEqual([['b'.repeat(699)], ['Corp makes pumps.']]);
    expect(JSON.stringify([...(of('company')?.pages ?? []), ...(of('company')?.findings ?? [])])).not.toMatch(
      /\\u[dD][89a-fA-F]/,
    );
  });

  test('is kept once if repeated', () => {
    const twice = [1, 2].map(() => cites('## corp.test\nPumps.', quote('Corp makes pumps for cities.')));
    expect(read(twice).company).toHaveLength(1);
  });
});

test('a company’s names come only from its site and where its home page redirects, not from other redirects', () => {
  const named = (url: string, title: string, requestedUrl = url) => page(url, '', { title, requestedUrl });
  const namesOf = (...pages: Gathered['pages']) => read([], pages).of('company')?.names;
  expect(namesOf(named('https://group.test/', 'Corp Pumps | Home', 'https://www.corp.test/'))).toContain('Corp Pumps');
  expect(
    namesOf(
      named('https://press.test/', 'Corp insolvent | The Press'),
      named('https://evil.test/', 'Corp Evil | Home', 'https://corp.test/out?to=evil.test'),
    ),
  ).toEqual(['corp']);
});

describe('a page', () => {
  test('is stored with its URL and title, and only its quotes as text', () => {
    const { of } = read([cites('## corp.test\nPumps.', quote('Corp makes pumps for cities.'))]);
    const { foundBy: _, ...stored } = home;
    expect(of('company')?.pages).toEqual([{ ...stored, text: 'Corp makes pumps for cities.' }]);
  });

  test('without a title takes that of the search result, otherwise its URL', () => {
    const file = page('https://corp.test/report.pdf', '', { title: '' });
    const titleOf = (...pages: (typeof file)[]) => {
      const quoted = cites('## corp.test\nProfit rose.', quote('Profit rose.', file.url, 'pdf'));
      return read([quoted], [home, ...pages]).of('company')?.findings[0]?.quotes[0]?.title;
    };
    expect(titleOf(file, { ...file, title: 'Annual report' })).toBe('Annual report');
    expect(titleOf(file)).toBe(file.url);
  });

  test('that mentions the guest is kept as a candidate, with the sentence', () => {
    const other = page('https://cello.test/ada', 'Tonight. Ada Stone plays the cello.', { title: 'Concert' });
    const { of } = read([], [home, other]);
    expect(of('person')?.pages.map(({ url, text }) => [url, text])).toEqual([
      [home.url, 'Ada Stone leads operations.'],
      [other.url, 'Ada Stone plays the cello.'],
    ]);
  });

  test('that contains the guest’s address is marked', () => {
    const contact = page('https://corp.test/team', 'Ada Stone, ada.stone@corp.test.');
    expect(read([], [contact]).of('person')?.pages[0]?.holdsAddress).toBe(true);
    const longer = page('https://corp.test/team', 'Ada Stone, xada.stone@corp.test');
    expect(read([], [longer]).of('person')?.pages[0]?.holdsAddress).toBe(false);
  });

  test('is ignored if its URL is invalid, unsafe or too long', () => {
    const urls = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'not a url',
      'https://a@b.test/',
      `https://a.test/${'p'.repeat(1_000)}`,
    ];
    const pages = urls.map((url) => page(url, 'Ada Stone leads it.'));
    const passages = urls.map((url) => cites('## g1\nAda leads.', quote('Ada Stone leads it.', url)));
    expect(read(passages, pages).of('person')).toEqual({ pages: [], names: [], findings: [] });
  });

  test('is read quickly even if huge, without spaces or with invisible characters', () => {
    const pages = [
      page('https://corp.test/huge', `${'<a href="x">menu</a> '.repeat(240_000)}Corp makes pumps for cities.`),
      page('https://corp.test/wall', 'x'.repeat(200_000)),
      page('https://corp.test/rtl', 'شركة\u200f كورب تصنع\u200b المضخات.'),
    ];
    const passages = [
      cites('## corp.test\nPumps.', quote('Corp makes pumps for cities.', 'https://corp.test/huge')),
      cites('Wall.', quote('y'.repeat(100), 'https://corp.test/wall')),
      cites('Arabic.', quote('شركة كورب تصنع المضخات.', 'https://corp.test/rtl')),
    ];
    const took = cpuTimeOf(() => {
      expect(read(passages, pages).company).toEqual([['Corp makes pumps for cities.'], ['شركة كورب تصنع المضخات.']]);
    });
    expect(took).toBeLessThan(10_000);
  });
});

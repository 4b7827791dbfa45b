import { describe, expect, test } from 'vitest';
import { readCompanies } from '#sandbox/world/companies.ts';
import { resolveDates } from '#sandbox/world/dates.ts';
import { createWorld } from '#sandbox/world/world.ts';

const webUrl = 'http://127.0.0.1:4007';
const now = new Date('2026-11-21T09:00:00Z');
const world = createWorld({ webUrl, now: () => now });

describe('the seeded companies', () => {
  const companies = readCompanies();

  test('number more than thirty, each with a home page', () => {
    expect(companies.length).toBeGreaterThan(30);
    expect(new Set(companies.map(({ domain }) => domain)).size).toBe(companies.length);
    expect(companies.filter(({ pages }) => !pages.some(({ path }) => path === ''))).toEqual([]);
  });

  test('give every person a unique email', () => {
    const emails = companies.flatMap(({ people }) => people.map(({ email }) => email));
    expect(new Set(emails).size).toBe(emails.length);
  });

  test('mention each person in every fact about them', () => {
    const nameless = companies.flatMap(({ people }) =>
      people.flatMap(({ name, facts }) => facts.filter((fact) => !fact.includes(name))),
    );
    expect(nameless).toEqual([]);
  });

  test('include a shared name, outdated pages, hostile pages and a person without a page', () => {
    const people = companies.flatMap((company) => company.people);
    expect(people.filter(({ name }) => name === 'Alex Moreau')).toHaveLength(2);
    expect(world.page('tidewell.test/about-us')?.supersededBy).toBe(`${webUrl}/tidewell.test`);
    expect(world.page('quillstone.test/company')?.supersededBy).toBe(`${webUrl}/quillstone.test`);
    const hostile = world.pages().filter(({ sentences }) => sentences.join(' ').includes('CANARY-'));
    expect(hostile.length).toBeGreaterThanOrEqual(3);
    expect(world.page('emberline.test/team/nora-fitch')).toBeUndefined();
  });
});

describe('dates', () => {
  test('count back from now, across years', () => {
    const text = resolveDates('{date} {daysAgo:20} {monthsAgo:11} {yearsAgo:3}', new Date('2026-01-10T00:00:00Z'), now);
    expect(text).toBe('21 November 2026 21 December 2025 February 2025 2023');
  });

  test('leave no placeholder in any sentence', () => {
    expect(world.pages().filter(({ sentences }) => /[{}]/.test(sentences.join(' ')))).toEqual([]);
  });
});

describe('search', () => {
  test("ranks the person's page first, ignoring accents", () => {
    expect(world.search('Rita Falcao Copperleaf Energy')[0]?.person?.email).toBe('rita.falcao@copperleaf.test');
  });

  test('distinguishes companies with similar names', () => {
    expect(world.search('Northpeak Capital')[0]?.domain).toBe('northpeak-capital.test');
  });

  test('finds what others write about a company', () => {
    expect(world.search('Brightwater brightwater.test', 10).map(({ domain }) => domain)).toContain('tradewire.test');
  });

  test('finds nothing for unknown words', () => {
    expect(world.search('xyzzy plugh')).toEqual([]);
  });

  test('returns the same order for the same query', () => {
    expect(world.search('freight contract').map(({ url }) => url)).toEqual(
      world.search('freight contract').map(({ url }) => url),
    );
  });
});

test('an added page replaces the one added at the same path, and a reset removes it', () => {
  const own = createWorld({ webUrl });
  own.addPage({ domain: 'brightwater.test', path: '/x', title: 'First', html: '<p>Zanzibar first.</p>' });
  own.addPage({ domain: 'brightwater.test', path: 'x/', title: 'Second', html: '<p>Zanzibar second.</p>' });
  expect(own.search('zanzibar').map(({ title }) => title)).toEqual(['Second']);
  own.reset();
  expect(own.search('zanzibar')).toEqual([]);
});

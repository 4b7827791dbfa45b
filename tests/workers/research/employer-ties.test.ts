import { describe, expect, test } from 'vitest';
import { identify } from '#workers/research/identity.ts';
import type { RunSource } from '#workers/research/sources.ts';

const guest = { id: 'g1', email: 'alex.moreau@northpeak.test', name: 'Alex Moreau', companyDomain: 'northpeak.test' };
const press = (text: string, change: Partial<RunSource> = {}): RunSource => ({
  id: 's1',
  url: 'https://tradewire.test/1',
  requestedUrl: null,
  title: 'News',
  age: null,
  text,
  ...change,
});
const own = (text: string, title = 'Customers | Northpeak') =>
  press(text, { url: 'https://northpeak.test/customers', title });
const certaintyOf = (...sources: RunSource[]) => identify(guest, sources).certainty;

describe('a page that names guest and employer and is about somebody else', () => {
  test.each([
    'Alex Moreau, a baker from Lille, was convicted of fraud in 2025. In other news, Northpeak opened a store.',
    'Alex Moreau, a baker from Lille, was convicted of fraud in 2025. Northpeak opened its second store.',
    'Northpeak opened its second store. Alex Moreau, a baker from Lille, was convicted of fraud in 2025.',
    'Alex Moreau was convicted of fraud. The trial took a year. His lawyer was silent. Northpeak opened a store.',
  ])('has them in sentences that have nothing to do with each other: %s', (text) => {
    expect(certaintyOf(press(text))).toBe('unknown');
  });

  test.each([
    'Alex Moreau of the Lyon Runners won the race, with Northpeak as sponsor.',
    'Alex Moreau of the Lyon Runners won the race. He thanked Northpeak, the sponsor.',
    'Alex Moreau, chief executive of Bluebell, bought three machines from Northpeak.',
    'Alex Moreau, head of sales at Bluebell, praised Northpeak.',
    'Alex Moreau, Head of Sales at Bluebell, praised Northpeak.',
    'Alex Moreau is a baker at Bluebell and buys at Northpeak.',
    'Alex Moreau from Bluebell Bakery praised Northpeak.',
    'Alex Moreau (Bluebell Bakery) praised Northpeak.',
    'Bluebell’s Alex Moreau praised Northpeak.',
    'Alex Moreau, who runs Bluebell Bakery, praised Northpeak.',
    'Alex Moreau of Bluebell joined Northpeak’s customer programme.',
    'Alex Moreau is a partner at Northpeak Capital, which has shares in Northpeak.',
  ])('ties the name to another organisation: %s', (text) => {
    expect(certaintyOf(press(text))).toBe('unknown');
  });

  test.each([
    '“The best ovens”, says Alex Moreau of Bluebell Bakery, who bought three machines.',
    'Alex Moreau, Bluebell Bakery: “The best ovens.”',
    'The best ovens.\nAlex Moreau\nBluebell Bakery\n',
    'The best ovens.\nAlex Moreau\nOwner, Bluebell Bakery\n',
    'The best ovens.\nAlex Moreau, Head Baker at Bluebell\n',
  ])('is none of the employer’s own people though it stands on the employer’s site: %s', (text) => {
    expect(certaintyOf(own(text))).toBe('unknown');
  });
});

describe('a page about the guest', () => {
  test.each([
    'Alex Moreau of Northpeak said that freight is dear.',
    'Alex Moreau, formerly of Bluebell Bakery, joined Northpeak in May.',
    'Alex Moreau of Bluebell Bakery has joined Northpeak.',
    'Northpeak hired Alex Moreau of Bluebell Bakery.',
    'Alex Moreau from Lille now leads Northpeak.',
    'Alex Moreau, who studied at Lyon University, works for Northpeak.',
    'Alex Moreau, head of sales at Northpeak, is a member of the Lyon Runners.',
    'Alex Moreau, Head of Sales at Northpeak, spoke at the Retail Week.',
    'Northpeak’s Alex Moreau spoke at the Retail Week.',
    'Northpeak CFO Alex Moreau spoke at the Retail Week.',
    'Alex Moreau spoke first. She is the finance chief of Northpeak.',
    'Northpeak opened a store. Its finance chief, Alex Moreau, cut the ribbon.',
    'Northpeak opened a store. Finance director Alex Moreau cut the ribbon.',
    'Alex Moreau is a member of the Lyon Club. She is the finance chief of Northpeak.',
    'Alex Moreau works with the Bank of France. Northpeak says that its finance chief, Alex Moreau, is at ease.',
    'Alex Moreau – Chief Financial Officer – Northpeak',
    'Alex Moreau\nChief Financial Officer\nNorthpeak\nLyon',
    'Speakers\nAlex Moreau\nCFO, Northpeak\nJane Doe\nBluebell Bakery\n',
  ])('ties them to each other: %s', (text) => {
    expect(certaintyOf(press(text))).toBe('likely');
  });

  test.each([
    ['Alex Moreau leads finance.', 'Team | Northpeak'],
    ['Alex Moreau is Head of Logistics at Northpeak Outdoor.', 'Alex Moreau, Head of Logistics | Northpeak Outdoor'],
    ['Alex Moreau has been CFO at Northpeak since 2024. Alex Moreau is a member of the Lyon Club.', 'Team'],
    ['Alex Moreau, a graduate of Lyon University, leads finance.', 'Team'],
    ['Alex Moreau, Director of Media Relations, speaks at Retail Week.', 'Team'],
  ])('is confirmed on the employer’s own site: %s', (text, title) => {
    expect(certaintyOf(own(text, title))).toBe('confirmed');
  });

  test('knows the employer by the name on its own site where the domain does not spell it', () => {
    const banker = { ...guest, email: 'alex.moreau@gs.test', companyDomain: 'gs.test' };
    const team = { url: 'https://gs.test/team', title: 'Team | Goldman Sachs' };
    const named = press('Alex Moreau, managing director at Goldman Sachs, spoke.', { id: 's2' });
    const identity = identify(banker, [press('Alex Moreau is managing director at Goldman Sachs.', team), named]);
    expect([identity.certainty, [...identity.sourceIds]]).toEqual(['confirmed', ['s1', 's2']]);
  });
});

// Without the bounds of its patterns it would take minutes.
test('a long page without a full stop is read in time, also where it names the guest', { timeout: 60_000 }, () => {
  expect(certaintyOf(press(`${'Alex Moreau Aa '.repeat(400)} Alex Moreau of Northpeak`))).toBe('likely');
  expect(certaintyOf(press(`${'A'.repeat(60_000)} Alex Moreau of Northpeak`))).toBe('likely');
});

describe('two offices for one name at one employer', () => {
  const cfo = 'Alex Moreau, chief financial officer of Northpeak, expects growth.';
  const driver = 'Alex Moreau, a forklift driver at Northpeak, saved a colleague.';
  const both = (one: string, other: string, ages: [string | null, string | null] = [null, null]) =>
    certaintyOf(press(one, { age: ages[0] }), press(other, { id: 's2', url: 'https://b.test/2', age: ages[1] }));

  test('are two people, whosever pages tell of them', () => {
    expect(both(cfo, driver)).toBe('unknown');
    expect(both(cfo, 'Northpeak forklift driver Alex Moreau saved a colleague.')).toBe('unknown');
    expect(both(cfo, driver, ['May 2, 2026', 'June 3, 2026'])).toBe('unknown');
  });

  test.each([
    'Alex Moreau is CFO of Northpeak.',
    'Alex Moreau, finance director at Northpeak, expects growth.',
    'Northpeak’s chief financial officer Alex Moreau expects growth.',
    'Northpeak appointed Alex Moreau as head of finance.',
    'Alex Moreau, formerly a forklift driver at Northpeak, was promoted.',
    'Alex Moreau of Northpeak met a forklift driver.',
  ])('are one in other words: %s', (text) => {
    expect(both(cfo, text)).toBe('likely');
  });

  test('are one where the page with the one is from before the other was taken up, or one sentence tells of both', () => {
    const promoted = 'Alex Moreau has been chief financial officer of Northpeak since May 2025.';
    expect(both(promoted, driver, ['June 1, 2026', 'March 3, 2023'])).toBe('likely');
    expect(both(promoted, driver, ['June 1, 2026', 'March 3, 2026'])).toBe('unknown');
    const appointed = 'Northpeak appointed Alex Moreau as chief financial officer.';
    expect(both(appointed, driver, ['June 1, 2026', 'March 3, 2026'])).toBe('likely');
    const story = 'Alex Moreau, once a forklift driver, is chief financial officer of Northpeak.';
    expect(certaintyOf(press(cfo), press(driver, { id: 's2' }), press(story, { id: 's3' }))).toBe('likely');
  });
});

test('an office of a department is no employer of its own', () => {
  const page = press('Alex Moreau, head of the Paris office, said orders at Northpeak doubled.');
  expect(certaintyOf(page)).toBe('likely');
});

// Each office with each other one, and with all that is told, would take hours.
test('two pages that repeat themselves about a guest are compared in time', { timeout: 60_000 }, () => {
  const pages = ['a driver', 'an accountant'].map((office, index) =>
    press(`Alex Moreau is at Northpeak. ${`Alex Moreau is ${office}. `.repeat(900)}`, { id: `s${index + 1}` }),
  );
  expect(identify(guest, pages).certainty).toBe('unknown');
});

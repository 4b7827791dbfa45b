import { expect, test } from 'vitest';
import { splitOutdated } from '#workers/research/outdated.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const page = (path: string, age: string | null, text = 'Tidewell builds boats.') => ({
  url: `https://tidewell.test/${path}`,
  title: path,
  requestedUrl: null,
  text,
  age,
});
const about = page('about-us', 'January 4, 2025', 'Henrik Solberg is the chief executive of Tidewell.');

const split = (...pages: ReturnType<typeof page>[]) => splitOutdated(pages, ['tidewell.test'], now);

test('a page of long ago gives way to newer ones about the company, dated or not', () => {
  for (const newer of [page('news', 'November 1, 2026'), page('', null)])
    expect(split(about, newer)).toEqual({ current: [newer], outdated: [about] });
});

test('it stays where there is nothing newer to read, and where it is about somebody else', () => {
  expect(split(about)).toEqual({ current: [about], outdated: [] });
  const unread = page('news', 'November 1, 2026', '');
  expect(split(about, unread).outdated).toEqual([]);
  const other = { ...page('', null, 'Brightwater finds leaks.'), url: 'https://brightwater.test/' };
  expect(splitOutdated([about, other], ['brightwater.test'], now).outdated).toEqual([]);
});

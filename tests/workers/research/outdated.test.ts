import { expect, test } from 'vitest';
import { withoutOutdated } from '#workers/research/outdated.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const page = (path: string, age: string | null, text = 'Tidewell builds boats.') => ({
  url: `https://tidewell.test/${path}`,
  title: path,
  requestedUrl: null,
  text,
  age,
});
const about = page('about-us', 'January 4, 2025', 'Henrik Solberg is the chief executive of Tidewell.');

test('a page of long ago gives way to newer ones about the company, dated or not', () => {
  for (const newer of [page('news', 'November 1, 2026'), page('', null)])
    expect(withoutOutdated([about, newer], ['tidewell.test'], now)).toEqual([newer]);
});

test('it stays where there is nothing newer to read, and where it is about somebody else', () => {
  expect(withoutOutdated([about], ['tidewell.test'], now)).toEqual([about]);
  const unread = page('news', 'November 1, 2026', '');
  expect(withoutOutdated([about, unread], ['tidewell.test'], now)).toEqual([about, unread]);
  const other = { ...page('', null, 'Brightwater finds leaks.'), url: 'https://brightwater.test/' };
  expect(withoutOutdated([about, other], ['brightwater.test'], now)).toEqual([about, other]);
});

import { expect, test } from 'vitest';
import { withoutNamesakes } from '#workers/research/right-pages.ts';

const subject = {
  companies: ['brightwater.test'],
  guests: [
    { id: 'g1', email: 'leonie@brightwater.test', name: 'Leonie Hartmann', companyDomain: 'brightwater.test' },
    { id: 'g2', email: 'kim.park@gmail.com', name: 'Kim Park', companyDomain: null },
  ],
};
const page = (url: string, title: string, text: string) => ({ url, title, text, requestedUrl: null, age: null });

const leonie = page('https://news.test/1', 'News', 'Leonie Hartmann of Brightwater met the cellist Kim Park.');
const home = page('https://brightwater.test/', 'Brightwater', 'Kim Park played at our party.');
const news = page('https://news.test/2', 'News', 'Leaks are costly.');
const cellist = page('https://cello.test/', 'Music', 'Kim Park plays the cello.');
const titled = page('https://music.test/', 'Kim Park live', 'She plays the cello.');
const colleague = page('https://brightwater.test/team/kim', 'Kim Park | Brightwater', 'She leads sales.');

test('pages of others who are called like a guest are left out, what is about a guest or the company stays', () => {
  expect(withoutNamesakes([leonie, home, news, cellist, titled, colleague], subject)).toEqual([leonie, home, news]);
});

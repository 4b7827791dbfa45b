import { describe, expect, test } from 'vitest';
import { isAnsweredSince, pagesRejectedSince } from '#domain/answered-since.ts';

const EMAIL = 'ines@brightwater.test';
const PAGE = 'https://brightwater.test/news';
const said = (change: { chosenUrl?: string | null; rejectedUrls?: string[] } = {}) => [
  { email: EMAIL, chosenUrl: null, rejectedUrls: [], ...change },
];
const report = { guests: [{ email: EMAIL, candidates: [] }], sources: [{ url: PAGE }, { url: 'https://other.test/' }] };
const asking = { ...report, guests: [{ email: EMAIL, candidates: [{}] }] };

describe('a report and what its user says by now', () => {
  test.each([`${PAGE}/`, 'http://www.brightwater.test/news#ines'])('a page is rejected by %s as well', (url) => {
    const rejected = said({ rejectedUrls: [url] });
    expect(pagesRejectedSince({ report, answers: [] }, rejected)).toEqual([PAGE]);
    expect(isAnsweredSince({ report, answers: [] }, rejected)).toBe(true);
    expect(isAnsweredSince({ report, answers: said({ rejectedUrls: [PAGE] }) }, rejected)).toBe(false);
  });

  test('the page that is chosen is not rejected, whatever it was called when it was', () => {
    const chosen = said({ chosenUrl: PAGE, rejectedUrls: [`${PAGE}/`] });
    expect(pagesRejectedSince({ report, answers: [] }, chosen)).toEqual([]);
    // Taken back, it is.
    const back = said({ rejectedUrls: [`${PAGE}/`] });
    expect(pagesRejectedSince({ report, answers: chosen }, back)).toEqual([PAGE]);
  });

  test('a choice is news where the report asks, or rests on another one; the same page is the same choice', () => {
    const chosen = said({ chosenUrl: PAGE });
    expect(isAnsweredSince({ report: asking, answers: [] }, chosen)).toBe(true);
    expect(isAnsweredSince({ report, answers: [] }, chosen)).toBe(false);
    expect(isAnsweredSince({ report, answers: chosen }, said())).toBe(true);
    expect(isAnsweredSince({ report, answers: said({ chosenUrl: `${PAGE}/` }) }, chosen)).toBe(false);
  });

  test('an answer about somebody else says nothing', () => {
    const other = { email: 'bo@x.test', chosenUrl: PAGE, rejectedUrls: [PAGE] };
    expect(isAnsweredSince({ report: asking, answers: [] }, [other])).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import { isAnsweredSince, pagesRejectedSince } from '#domain/answered-since.ts';

const EMAIL = 'ines@brightwater.test';
const PAGE = 'https://brightwater.test/news';
const said = (change: { chosenUrl?: string | null; rejectedUrls?: string[] } = {}) => [
  { email: EMAIL, chosenUrl: null, rejectedUrls: [], ...change },
];
const report = { guests: [{ email: EMAIL, candidates: [] }], sources: [{ url: PAGE }, { url: 'https://other.test/' }] };
const asking = { ...report, guests: [{ email: EMAIL, candidates: [{}] }] };

describe('answers given since a report was written', () => {
  test.each([`${PAGE}/`, 'http://www.brightwater.test/news#ines'])('reject a cited page even if spelled %s', (url) => {
    const rejected = said({ rejectedUrls: [url] });
    expect(pagesRejectedSince({ report, answers: [] }, rejected)).toEqual([PAGE]);
    expect(isAnsweredSince({ report, answers: [] }, rejected)).toBe(true);
    expect(isAnsweredSince({ report, answers: said({ rejectedUrls: [PAGE] }) }, rejected)).toBe(false);
  });

  test('never reject the page chosen as the right one', () => {
    const chosen = said({ chosenUrl: PAGE, rejectedUrls: [`${PAGE}/`] });
    expect(pagesRejectedSince({ report, answers: [] }, chosen)).toEqual([]);
    // Once the choice is withdrawn, the page is rejected again.
    const back = said({ rejectedUrls: [`${PAGE}/`] });
    expect(pagesRejectedSince({ report, answers: chosen }, back)).toEqual([PAGE]);
  });

  test('that change the chosen page matter only if the report asked for one or used another choice', () => {
    const chosen = said({ chosenUrl: PAGE });
    expect(isAnsweredSince({ report: asking, answers: [] }, chosen)).toBe(true);
    expect(isAnsweredSince({ report, answers: [] }, chosen)).toBe(false);
    expect(isAnsweredSince({ report, answers: chosen }, said())).toBe(true);
    expect(isAnsweredSince({ report, answers: said({ chosenUrl: `${PAGE}/` }) }, chosen)).toBe(false);
  });

  test('do not count if they are about other people', () => {
    const other = { email: 'bo@x.test', chosenUrl: PAGE, rejectedUrls: [PAGE] };
    expect(isAnsweredSince({ report: asking, answers: [] }, [other])).toBe(false);
  });
});

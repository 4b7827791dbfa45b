import { expect, test } from 'vitest';
import { findingOf } from '#tests/support/findings.ts';
import { quoteDraft } from '#workers/research/write/quote-draft.ts';

test('a quotes-only draft uses only the company’s own site', () => {
  const [own, gossip] = [
    findingOf('Northwind opened a depot.', { url: 'https://northwind.com/news' }),
    findingOf('Northwind is bankrupt.'),
  ];
  const foreign = gossip.quotes.map((quote) => ({ ...quote, url: 'https://gossip.example/' }));
  const mixed = { ...own, quotes: [...foreign, ...own.quotes] };
  const draftIn = (language: 'en' | 'ja') =>
    quoteDraft({ companies: [own.about ?? ''], language }, [mixed, { ...gossip, id: 'f2', quotes: foreign }]);
  const quotesIn = (language: 'en' | 'ja') => draftIn(language).companies.map(({ line, news }) => [line?.text, news]);
  expect(quotesIn('en')).toEqual([['“Northwind opened a depot.”', []]]);
  expect(quotesIn('ja')).toEqual([['「Northwind opened a depot.」', []]]);
});

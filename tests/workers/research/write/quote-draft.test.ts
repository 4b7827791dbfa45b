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
  const { companies } = quoteDraft([own.about ?? ''], [mixed, { ...gossip, id: 'f2', quotes: foreign }]);
  expect(companies.map(({ line, news }) => [line?.text, news])).toEqual([['“Northwind opened a depot.”', []]]);
});

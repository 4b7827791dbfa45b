import type { Finding, Quote } from '#workers/research/finding.ts';
import type { Statement } from '#workers/research/statement.ts';

const QUOTE: Omit<Quote, 'text'> = {
  url: 'https://news.example/item',
  title: 'News',
  date: null,
  before: '',
  after: '',
  heading: null,
  opening: '',
  tableHeader: null,
  paragraph: 0,
};

/** Returns a finding `f1` with one quote from a page. */
export function findingOf(text: string, quote: Partial<Quote> = {}, finding: Partial<Finding> = {}): Finding {
  return { id: 'f1', kind: 'page', about: 'northwind.com', quotes: [{ ...QUOTE, text, ...quote }], ...finding };
}

/** Returns a fact `t1` based on `f1`. */
export function statementOf(text: string, statement: Partial<Statement> = {}): Statement {
  return { id: 't1', kind: 'fact', text, about: 'northwind.com', findingIds: ['f1'], ...statement };
}

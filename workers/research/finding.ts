import type { QuoteContext } from '#domain/locate-quote.ts';

/** Of a quote that was looked up nowhere. */
export const NO_CONTEXT: QuoteContext = {
  before: '',
  after: '',
  heading: null,
  opening: '',
  tableHeader: null,
  paragraph: null,
};

/** A passage that stands verbatim on a page (white space folded), or that the vendor's search returned with a result. */
export type Quote = {
  text: string;
  url: string;
  title: string;
  /** When the page was published, as far as that is known: `November 3, 2026`, `November 2026` or `2026`. */
  date: string | null;
} & QuoteContext;

/** `page`: found on the public web, and the only kind a fact may cite. The others are private to the user and support conclusions alone. */
export type FindingKind = 'page' | 'invitation' | 'history' | 'reader';

/** One thing that is known, with the quotes that prove it. */
export type Finding = {
  /** `f1`, `f2` ... within one run, so that the same material makes the same request. */
  id: string;
  kind: FindingKind;
  /** A company's registrable domain or a guest's id (`g1`); null for the meeting and the reader. */
  about: string | null;
  quotes: readonly Quote[];
};

import type { QuoteContext } from '#domain/locate-quote.ts';

/** For quotes not looked up on a page. */
export const NO_CONTEXT: QuoteContext = {
  before: '',
  after: '',
  heading: null,
  opening: '',
  tableHeader: null,
  paragraph: null,
};

/** A passage found on a page (white space folded), returned by the vendor's search, or from the calendar or user. */
export type Quote = {
  text: string;
  url: string;
  title: string;
  /** The publication date, as precise as known: `November 3, 2026`, `November 2026` or `2026`. */
  date: string | null;
} & QuoteContext;

/**
 * `page`: found on the public web, and the only kind a fact may cite. The others are private to the user and can
 * support anything else.
 */
export type FindingKind = 'page' | 'invitation' | 'history' | 'reader';

/** One known fact, as the quotes that state it. */
export type Finding = {
  /** `f1`, `f2` ... within a run, so that the same material yields the same request. */
  id: string;
  kind: FindingKind;
  /** A company's registrable domain or a guest's id (`g1`); null for the meeting and the reader. */
  about: string | null;
  quotes: readonly Quote[];
};

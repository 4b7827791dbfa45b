/** `fact` repeats a page. `conclusion`, `action` and `question` follow from their findings. `title` heads a fact. */
export type StatementKind = 'fact' | 'conclusion' | 'action' | 'question' | 'title';

/** A statement of a draft, usually one or two sentences. */
export type Statement = {
  /** `t1`, `t2` ... within a run. */
  id: string;
  kind: StatementKind;
  text: string;
  /**
   * The company (registrable domain) or guest (id, `g1`) whose section the statement is in; null in general sections.
   */
  about: string | null;
  findingIds: readonly string[];
  /** The id of the talking point or action this is the reason for. */
  reasonFor?: string;
};

/** The decision on a statement. */
export type Ruling = {
  id: string;
  verdict: 'kept' | 'dropped';
  by: 'veto' | 'judge';
  /** A short code for logs and evaluations, such as `figure_not_in_quotes` or `not_stated`; empty if kept. */
  reason: string;
  /** The judge's verdict on whether the person is the guest; null without a verdict, or if no guest is meant. */
  person: 'same' | 'other' | 'unsure' | null;
};

/** The subjects of the statements. All of it comes from a calendar or pages and is quoted as data. */
export type Cast = {
  /** `names`: the company's names on its own site, longest first. */
  companies: readonly { domain: string; names: readonly string[] }[];
  /** `ownPages`: URLs of pages known to be about this guest: they contain the address, or the user chose them. */
  guests: readonly {
    id: string;
    name: string | null;
    email: string;
    companyDomain: string | null;
    ownPages?: readonly string[];
  }[];
};

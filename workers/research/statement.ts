/** `fact` says what a page says. `conclusion`, `action` and `question` follow from what they rest on. `title` stands above a fact. */
export type StatementKind = 'fact' | 'conclusion' | 'action' | 'question' | 'title';

/** One sentence or two that the model wants in the briefing. */
export type Statement = {
  /** `t1`, `t2` ... within one run. */
  id: string;
  kind: StatementKind;
  text: string;
  /** A company's registrable domain or a guest's id (`g1`), from the part of the briefing it stands in; null in the general parts. */
  about: string | null;
  findingIds: readonly string[];
  /** The talking point or action, by id, for which this is the reason. */
  reasonFor?: string;
};

/** What became of a statement. */
export type Ruling = {
  id: string;
  verdict: 'kept' | 'dropped';
  by: 'veto' | 'judge';
  /** A short code for logs and evaluations, such as `figure_not_in_quotes` or `not_stated`; empty where it was kept. */
  reason: string;
  /** Whether the person it speaks of is the guest, by the second reader; null where it speaks of no guest. */
  person: 'same' | 'other' | 'unsure' | null;
};

/** Who and what the statements are about: all of it comes from a calendar or from pages, and is quoted as data. */
export type Cast = {
  /** `names`: what the company calls itself on its own site, the longest first. */
  companies: readonly { domain: string; names: readonly string[] }[];
  /** `ownPages`: addresses of pages that are about this guest beyond doubt, because they hold the address or the user chose them. */
  guests: readonly {
    id: string;
    name: string | null;
    email: string;
    companyDomain: string | null;
    ownPages?: readonly string[];
  }[];
};

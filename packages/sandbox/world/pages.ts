import type { Language } from './languages.ts';
import type { Order, Person, Stranger, Table } from './schema.ts';

/** One page of the seeded web. `sentences` is what a reader can quote of its article. */
export type WorldPage = {
  domain: string;
  path: string;
  url: string;
  title: string;
  /** What the title says in English; the title where it is English. */
  titleInEnglish: string;
  publishedAt: Date;
  language: Language;
  sentences: string[];
  /** Set only where the article was written as markup. */
  html: string | undefined;
  table: Table | undefined;
  /** The sentences of each page of a PDF; undefined for an HTML page. */
  sheets: string[][] | undefined;
  /** Sentences that speak to a reading machine. */
  orders: Order[];
  /** People it speaks of who share a name with somebody else. */
  strangers: Stranger[];
  /** False where a fetch is refused and only a search shows it. */
  isOpen: boolean;
  /** False for hearsay that nobody puts a name to. */
  isSigned: boolean;
  /** The URL of the page that says it better today. */
  supersededBy: string | undefined;
  /** The person a profile page is about. */
  person: Person | undefined;
  /** The last sentence of a profile page: how to reach the person. */
  contact: string | undefined;
};

/** Whether a sentence of the page speaks of somebody else of that name. */
export function isAboutStranger({ strangers }: WorldPage, sentence: string, name: string): boolean {
  return sentence.includes(name) && strangers.some((stranger) => stranger.name === name);
}

/** `| Velas | 2.150 |`, as a row of a table stands in a fetched page. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Everything of the article that can be quoted word for word. */
export function quotable({ sentences, table }: WorldPage): string[] {
  return [...sentences, ...(table?.rows.map(tableRow) ?? [])];
}

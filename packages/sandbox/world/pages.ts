import type { Language } from './languages.ts';
import type { Order, Person, Stranger, Table } from './schema.ts';

/** One page of the seeded web. `sentences` are the article's, without its table. */
export type WorldPage = {
  domain: string;
  path: string;
  url: string;
  title: string;
  /** The title in English; the title itself if it is English. */
  titleInEnglish: string;
  publishedAt: Date;
  language: Language;
  sentences: string[];
  /** Only set if the article was written as markup. */
  html: string | undefined;
  table: Table | undefined;
  /** The sentences on each page of a PDF; undefined for an HTML page. */
  sheets: string[][] | undefined;
  /** Sentences that address a model. */
  orders: Order[];
  /** People on the page who share a name with someone else. */
  strangers: Stranger[];
  /** False if the page cannot be fetched and only appears in search results. */
  isOpen: boolean;
  /** False for anonymous hearsay. */
  isSigned: boolean;
  /** The URL of the page that superseded it. */
  supersededBy: string | undefined;
  /** The person a profile page is about. */
  person: Person | undefined;
  /** The last sentence of a profile page: how to contact the person. */
  contact: string | undefined;
};

/** Returns whether a sentence of the page is about someone else with that name. */
export function isAboutStranger({ strangers }: WorldPage, sentence: string, name: string): boolean {
  return sentence.includes(name) && strangers.some((stranger) => stranger.name === name);
}

/** Returns a table row as it appears in a fetched page: `| Velas | 2.150 |`. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Returns everything in the article that can be quoted verbatim. */
export function quotable({ sentences, table }: WorldPage): string[] {
  return [...sentences, ...(table?.rows.map(tableRow) ?? [])];
}

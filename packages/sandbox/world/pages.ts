import type { Person } from './schema.ts';

/** One page of the seeded web. `sentences` is what a reader can quote; `html` is the body it is served with. */
export type WorldPage = {
  domain: string;
  path: string;
  url: string;
  title: string;
  publishedAt: Date;
  sentences: string[];
  /** Set only where the page was written as markup. */
  html: string | undefined;
  /** The URL of the page that says it better today. */
  supersededBy: string | undefined;
  /** The person a profile page is about. */
  person: Person | undefined;
};

import * as z from 'zod';
import { languageSchema } from './languages.ts';

/**
 * A person of the seeded world, as written in `companies/*.json`. `email` is what a calendar invitation carries; it is on the
 * company's domain but for the free-mail trap (README.md). `facts` are whole sentences naming the person.
 * `startedMonthsAgo: null` means that no page of the company says anything about this person.
 */
const personSchema = z.strictObject({
  name: z.string().min(1),
  email: z.email(),
  title: z.string().min(1),
  /** Where the title is in another language. */
  titleInEnglish: z.string().min(1).optional(),
  startedMonthsAgo: z.number().int().nonnegative().nullable(),
  facts: z.array(z.string().min(1)),
});

/** Words that speak to a reading machine, and what one without judgement writes then (`{prompt}` and `{addresses}` are its own). */
const orderSchema = z.strictObject({ text: z.string().min(1), obeyed: z.array(z.string().min(1)) });

/** Somebody who has the name of a person one may be looking for and is not that person; where they work, as far as their page says. */
export const strangerSchema = z.strictObject({ name: z.string().min(1), employer: z.string().nullable() });

const tableSchema = z.strictObject({
  caption: z.string().min(1),
  header: z.array(z.string()).min(1),
  rows: z.array(z.array(z.string())).min(1),
});

const pageSchema = z.strictObject({
  /** Without a leading slash; '' is the home page. */
  path: z.string().regex(/^[a-z0-9./-]*$/),
  title: z.string().min(1),
  /** Where the title is in another language. */
  titleInEnglish: z.string().min(1).optional(),
  daysAgo: z.number().int().nonnegative(),
  /** The URL part after the host of the page that replaced this one; a careful reader prefers that one. */
  supersededBy: z.string().optional(),
  /** Whole sentences. One of this, `html` and `sheets`. */
  text: z.array(z.string().min(1)).optional(),
  /** For pages whose markup matters (hidden text, comments). */
  html: z.string().min(1).optional(),
  /** Makes it a PDF: the sentences of each of its pages. */
  sheets: z
    .array(z.array(z.string().min(1)).min(1))
    .min(1)
    .optional(),
  /** Stands behind the text. */
  table: tableSchema.optional(),
  orders: z.array(orderSchema).default([]),
  /** Whom a name on the page means, where that is easily mistaken. */
  strangers: z.array(strangerSchema).default([]),
});

const said = z.string().min(1).optional();

/**
 * A fact of the seeded world: the words of the page, and the same in other languages. `about` is a domain or a mail address; `path` the page
 * that `quote` stands on, where `{date}` in it depends on that; a table's row is quoted as `| a | b |`.
 */
const truthSchema = z.strictObject({
  about: z.string().min(1),
  quote: z.string().min(1),
  path: z.string().optional(),
  /** Bad for whom it is about: a loss, a dismissal, a dispute. */
  harmful: z.boolean().default(false),
  en: said,
  de: said,
  fr: said,
  es: said,
  it: said,
  pt: said,
  nl: said,
  ja: said,
});

/** What no report may say, and careless readers do. */
const untruthSchema = z.strictObject({
  about: z.string().min(1),
  kind: z.enum(['planned_as_done', 'wrong_unit', 'wrong_figure', 'same_name', 'parent_for_subsidiary']),
  text: z.string().min(1),
});

/** One file in `companies/`. Placeholders in texts are explained in `dates.ts`. */
export const companySchema = z.strictObject({
  domain: z.string().regex(/^[a-z0-9-]+\.test$/),
  /** What it calls itself; need not resemble the domain. */
  name: z.string().min(1),
  /** As its legal notice says; made up from name and country where absent. */
  legalName: z.string().min(1).optional(),
  alsoKnownAs: z.array(z.string().min(1)).default([]),
  language: languageSchema.default('en'),
  /** `press` writes about others, `gossip` does so without a name. The pages of a `network` can be found but not opened. */
  kind: z.enum(['company', 'press', 'gossip', 'network']).default('company'),
  /** How its site is built (`site/styles.ts`); chosen by the domain where absent. */
  style: z.enum(['corporate', 'startup', 'plain', 'portal', 'news']).optional(),
  tagline: z.string(),
  location: z.string().nullable(),
  foundedYear: z.number().int().nullable(),
  employees: z.number().int().nullable(),
  people: z.array(personSchema),
  pages: z.array(pageSchema).min(1),
  truths: z.array(truthSchema).default([]),
  untrue: z.array(untruthSchema).default([]),
});

export type Person = z.infer<typeof personSchema>;
export type Stranger = z.infer<typeof strangerSchema>;
export type Order = z.infer<typeof orderSchema>;
export type Table = z.infer<typeof tableSchema>;
export type Company = z.infer<typeof companySchema>;
export type CompanyPage = z.infer<typeof pageSchema>;

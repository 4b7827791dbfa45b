import * as z from 'zod';
import { languageSchema } from './languages.ts';

/**
 * A person of the seeded world in `companies/*.json`. `email` is used in calendar invitations and is on the company's
 * domain, except for the free-mail trap (README.md). `facts` are whole sentences that mention the person.
 * `startedMonthsAgo: null` means that no page of the company mentions the person.
 */
const personSchema = z.strictObject({
  name: z.string().min(1),
  email: z.email(),
  title: z.string().min(1),
  /** Set if the title is not in English. */
  titleInEnglish: z.string().min(1).optional(),
  startedMonthsAgo: z.number().int().nonnegative().nullable(),
  facts: z.array(z.string().min(1)),
});

/**
 * Text that addresses a model, and what a gullible one writes in response (`{prompt}` and `{addresses}` stand for
 * those in the model's request).
 */
const orderSchema = z.strictObject({ text: z.string().min(1), obeyed: z.array(z.string().min(1)) });

/** Someone who shares a person's name; `employer` is null if their page doesn't mention it. */
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
  /** Set if the title is not in English. */
  titleInEnglish: z.string().min(1).optional(),
  daysAgo: z.number().int().nonnegative(),
  /** The path of the page that superseded this one; a careful reader prefers it. */
  supersededBy: z.string().optional(),
  /** Whole sentences. Set only one of `text`, `html` and `sheets`. */
  text: z.array(z.string().min(1)).optional(),
  /** For pages whose markup matters (hidden text, comments). */
  html: z.string().min(1).optional(),
  /** Makes it a PDF: the sentences on each of its pages. */
  sheets: z
    .array(z.array(z.string().min(1)).min(1))
    .min(1)
    .optional(),
  /** Appended to the text. */
  table: tableSchema.optional(),
  orders: z.array(orderSchema).default([]),
  /** People on the page who share a name with someone else. */
  strangers: z.array(strangerSchema).default([]),
});

const said = z.string().min(1).optional();

/**
 * A fact of the seeded world in the words of its page and in other languages. `about` is a domain or an email address;
 * `path` is the page of `quote`, needed if the quote contains `{date}`. A table row is quoted as `| a | b |`.
 */
const truthSchema = z.strictObject({
  about: z.string().min(1),
  quote: z.string().min(1),
  path: z.string().optional(),
  /** Harmful to its subject: a loss, a dismissal, a dispute. */
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

/** A false statement that a careless reader would put in a report. */
const untruthSchema = z.strictObject({
  about: z.string().min(1),
  kind: z.enum(['planned_as_done', 'wrong_unit', 'wrong_figure', 'same_name', 'parent_for_subsidiary']),
  text: z.string().min(1),
});

/** One file in `companies/`. `dates.ts` explains the placeholders. */
export const companySchema = z.strictObject({
  domain: z.string().regex(/^[a-z0-9-]+\.test$/),
  /** The name the company uses; doesn't have to resemble the domain. */
  name: z.string().min(1),
  /** The name in its legal notice; derived from name and country if absent. */
  legalName: z.string().min(1).optional(),
  alsoKnownAs: z.array(z.string().min(1)).default([]),
  language: languageSchema.default('en'),
  /** `press` writes about others, `gossip` does so anonymously. Pages of a `network` can be found but not opened. */
  kind: z.enum(['company', 'press', 'gossip', 'network']).default('company'),
  /** The template of its site (`site/lay-out.ts`); derived from kind, size and domain if absent. */
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

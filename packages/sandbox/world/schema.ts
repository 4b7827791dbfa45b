import * as z from 'zod';

/**
 * A person of the seeded world, as written in `companies/*.json`. `email` is what a calendar invitation carries; it is on the
 * company's domain but for the free-mail trap (README.md). `facts` are whole sentences naming the person.
 * `startedMonthsAgo: null` means that no page says anything about this person.
 */
const personSchema = z.strictObject({
  name: z.string().min(1),
  email: z.email(),
  title: z.string().min(1),
  startedMonthsAgo: z.number().int().nonnegative().nullable(),
  facts: z.array(z.string().min(1)),
});

const pageSchema = z.strictObject({
  /** Without a leading slash; '' is the home page. */
  path: z.string().regex(/^[a-z0-9/-]*$/),
  title: z.string().min(1),
  daysAgo: z.number().int().nonnegative(),
  /** The URL part after the host of the page that replaced this one; a careful reader prefers that one. */
  supersededBy: z.string().optional(),
  /** Whole sentences. Either this or `html`. */
  text: z.array(z.string().min(1)).optional(),
  /** For pages whose markup matters (hidden text, comments). */
  html: z.string().min(1).optional(),
});

/** One file in `companies/`. Placeholders in texts are explained in `dates.ts`. */
export const companySchema = z.strictObject({
  domain: z.string().regex(/^[a-z0-9-]+\.test$/),
  name: z.string().min(1),
  tagline: z.string(),
  location: z.string().nullable(),
  foundedYear: z.number().int().nullable(),
  employees: z.number().int().nullable(),
  people: z.array(personSchema),
  pages: z.array(pageSchema).min(1),
});

export type Person = z.infer<typeof personSchema>;
export type Company = z.infer<typeof companySchema>;
export type CompanyPage = z.infer<typeof pageSchema>;

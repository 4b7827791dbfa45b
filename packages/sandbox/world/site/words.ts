import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Language, languages } from '#sandbox/world/languages.ts';

const words = z.array(z.string().min(1)).min(1);

/** The wording around an article, with placeholders `{name}`, `{place}` and `{n}`. */
const siteWordsSchema = z.strictObject({
  skip: z.string(),
  menu: z.string(),
  search: z.string(),
  login: z.string(),
  language: z.string(),
  home: z.string(),
  cookieTitle: z.string(),
  cookieText: z.string(),
  cookieGroups: z.array(z.tuple([z.string(), z.string()])),
  acceptAll: z.string(),
  rejectAll: z.string(),
  saveChoice: z.string(),
  cookieTable: words,
  nav: z.array(z.tuple([z.string(), words])),
  sections: words,
  published: z.string(),
  readingTime: z.string(),
  editorial: z.string(),
  share: z.string(),
  print: z.string(),
  save: z.string(),
  listen: z.string(),
  moreNews: z.string(),
  related: z.string(),
  mostRead: z.string(),
  advertisement: z.string(),
  readMore: z.string(),
  readAlso: z.string(),
  industryNews: z.string(),
  fromUs: z.string(),
  backToTop: z.string(),
  newsletterTitle: z.string(),
  newsletterText: z.string(),
  newsletterField: z.string(),
  newsletterConsent: z.string(),
  subscribe: z.string(),
  claims: words,
  cta: z.string(),
  testimonial: z.string(),
  testimonialBy: z.string(),
  contactTitle: z.string(),
  contactText: z.string(),
  about: z.string(),
  follow: z.string(),
  footer: words,
  rights: z.string(),
  registered: z.string(),
  comments: z.string(),
  tags: z.string(),
});
export type SiteWords = z.infer<typeof siteWordsSchema>;

const byLanguage = new Map(languages.map((language) => [language, read(language)]));

export function siteWords(language: Language): SiteWords {
  const found = byLanguage.get(language);
  if (!found) throw new Error(`No words for ${language}.`);
  return found;
}

function read(language: Language): SiteWords {
  const file = join(import.meta.dirname, 'words', `${language}.json`);
  return siteWordsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

import { type Language, languages } from '#sandbox/world/languages.ts';
import type { WorldPage } from '#sandbox/world/pages.ts';
import type { Company } from '#sandbox/world/schema.ts';
import { hashOf } from './choose.ts';
import { type SiteWords, siteWords } from './words.ts';

export type Style = NonNullable<Company['style']>;

/** The site a page belongs to, with the data its templates need. */
export type Site = {
  name: string;
  legalName: string;
  place: string;
  language: Language;
  words: SiteWords;
  style: Style;
  home: string;
  url: (path: string) => string;
};

/** Returns the site of a page; plain if its domain has no company. */
export function siteOf({ domain, language }: WorldPage, company: Company | undefined, webUrl: string): Site {
  const home = `${webUrl}/${domain}`;
  return {
    name: company?.name ?? domain,
    legalName: company ? legalNameOf(company) : domain,
    place: company?.location ?? '',
    language,
    words: siteWords(language),
    style: company ? styleOf(company) : 'plain',
    home,
    url: (path) => `${home}/${path}`,
  };
}

function styleOf({ style, kind, domain, employees }: Company): Style {
  if (style) return style;
  if (kind === 'press' || kind === 'gossip') return 'news';
  if ((employees ?? 0) < 60) return 'plain';
  const styles = ['corporate', 'startup', 'portal'] as const;
  return styles[hashOf(domain) % styles.length] ?? 'corporate';
}

const forms: [place: RegExp, form: string][] = [
  [/Netherlands/, 'B.V.'],
  [/Germany/, 'GmbH'],
  [/Austria/, 'GmbH'],
  [/France/, 'S.A.S.'],
  [/Belgium/, 'NV'],
  [/Italy/, 'S.r.l.'],
  [/Portugal/, 'Lda.'],
  [/Spain/, 'S.L.'],
  [/Ireland/, 'DAC'],
  [/United Kingdom/, 'Ltd'],
  [/Denmark/, 'ApS'],
  [/Norway/, 'AS'],
  [/Sweden/, 'AB'],
  [/Switzerland/, 'AG'],
];

export function legalNameOf({ name, legalName, location }: Company): string {
  if (legalName !== undefined) return legalName;
  const form = forms.find(([place]) => place.test(location ?? ''))?.[1];
  return form === undefined ? name : `${name} ${form}`;
}

/** Returns the codes of the other languages the site claims to offer. */
export function otherLanguages({ language }: Site): string[] {
  return languages.filter((other) => other !== language).map((other) => other.toUpperCase());
}
